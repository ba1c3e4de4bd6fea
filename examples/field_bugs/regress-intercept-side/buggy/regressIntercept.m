function [b, r] = regressIntercept(X, y)
  [n, p] = size(X);
  y = y(:);
  Z = [ones(n, 1); X]; %? bug
  b = Z \ y;
  r = y - Z*b;
  if p > n
    warning('regressIntercept: more variables than samples');
  end
end
