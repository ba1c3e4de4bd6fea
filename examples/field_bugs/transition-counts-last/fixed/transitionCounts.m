function C = transitionCounts(s, k)
  C = zeros(k, k);
  n = numel(s);
  for t = 1:n
    if t < n, C(s(t), s(t+1)) = C(s(t), s(t+1)) + 1; end
  end
end
