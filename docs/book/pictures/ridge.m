function w = ridge (X, y, lambda)
  [n, p] = size (X);
  Z = X - mean (X);
  C = Z' * Z / n;
  w = (C + lambda * eye (p)) \ (Z' * y / n);
end
