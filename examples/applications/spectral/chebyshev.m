function [D, x] = chebyshev (n)
  % The matrix that takes derivatives at Chebyshev's points, and these.

  x = cos (pi * (0:n)' / n);
  c = [2; ones(n - 1, 1); 2] .* (-1) .^ (0:n)';
  X = repmat (x, 1, n + 1);
  dX = X - X';
  D = (c * (1 ./ c)') ./ (dX + eye (n + 1));
  D = D - diag (sum (D, 2));
end
