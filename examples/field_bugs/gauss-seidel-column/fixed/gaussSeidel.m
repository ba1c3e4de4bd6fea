function x = gaussSeidel(A, b, sweeps)
  n = length(b);
  x = zeros(n, 1);
  for s = 1:sweeps
    for i = 1:n
      r = A(i,:)*x - A(i,i)*x(i);
      x(i) = (b(i) - r) / A(i,i);
    end
  end
end
