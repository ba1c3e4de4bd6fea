function B = power_chain (A, n)
  % A power of a matrix by repeated squaring.
  B = eye (rows (A));
  while n > 0
    if mod (n, 2) == 1
      B = B * A;
    end
    A = A * A;
    n = floor (n / 2);
  end
end
