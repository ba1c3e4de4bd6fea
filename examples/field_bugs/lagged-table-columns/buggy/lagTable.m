function T = lagTable(y)
  y = y(:);
  n = numel(y);
  T = [y(2:n), y(1:n)]; %? bug
end
