function M = bootMeans(X, B)
  [n, p] = size(X);
  M = zeros(B, n);
  for b = 1:B
    idx = randi(n, n, 1);
    M(b, 1:p) = mean(X(idx, :), 1);
  end
end
