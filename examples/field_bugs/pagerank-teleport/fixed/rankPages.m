function r = rankPages(L, d, steps)
  n = size(L, 1);
  M = L ./ sum(L, 1);
  r = ones(n, 1) / n;
  t = (1 - d) / n * ones(1, n);
  for k = 1:steps
    r = d * M * r + t';
  end
end
