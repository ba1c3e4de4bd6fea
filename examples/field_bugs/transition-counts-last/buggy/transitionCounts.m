function C = transitionCounts(s, k)
  C = zeros(k, k);
  n = numel(s);
  for t = 1:n
    C(s(t), s(t+1)) = C(s(t), s(t+1)) + 1; %? bug
  end
end
