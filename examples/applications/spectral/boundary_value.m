function [x, u] = boundary_value (n)
  % Solves u'' = exp (4 x) between -1 and 1, where u is zero.

  [D, x] = chebyshev (n);
  second = D * D;
  inner = 2:n;
  u = [0; second(inner, inner) \ exp(4 * x(inner)); 0];
end
