function x = gaussSeidel(A, b, sweeps)
  n = length(b);
  x = zeros(n, 1);
  for s = 1:sweeps
    for i = 1:n
      r = sum(A(i,:) .* x) - A(i,i)*x(i); %? bug
      x(i) = (b(i) - r) / A(i,i); %? bug
    end
  end
end
