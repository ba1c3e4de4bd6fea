function v = lowerHalf(x)
  x = x(:);
  n = numel(x);
  s = sort(x);
  h = s(1:floor(n/2));
  keep = x <= h; %? bug
  v = x(keep);
end
