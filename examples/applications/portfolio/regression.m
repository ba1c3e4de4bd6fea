function [alpha, beta, r2] = regression (x, y)
  % The line through points, and what share of the variance it explains.

  coefficients = [ones(size (x)), x] \ y;
  alpha = coefficients(1);
  beta = coefficients(2);
  rest = y - alpha - beta * x;
  r2 = 1 - sum (rest .^ 2) / sum ((y - mean (y)) .^ 2);
end
