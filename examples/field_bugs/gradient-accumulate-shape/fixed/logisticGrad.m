function g = logisticGrad(X, y, w)
  [n, p] = size(X);
  w = w(:);
  g = zeros(p, 1);
  for i = 1:n
    z = 1 / (1 + exp(-X(i, :) * w));
    g = g + (z - y(i)) * X(i, :)';
  end
end
