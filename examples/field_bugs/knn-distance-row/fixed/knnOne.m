function [label, d] = knnOne(X, y, q)
  % X: training samples in rows, q: one sample (row)
  [m, p] = size(X);
  d = zeros(m, 1);
  for k = 1:m
    diffs = X(k, :) - q;
    d(k) = sqrt(sum(diffs.^2));
  end
  [~, best] = min(d);
  label = y(best);
  if numel(q) ~= p
    label = NaN;
  end
end
