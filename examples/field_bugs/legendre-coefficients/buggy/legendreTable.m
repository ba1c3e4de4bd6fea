function P = legendreTable(x, deg)
  x = x(:);
  m = numel(x);
  P = zeros(m, deg + 1);
  P(:, 1) = 1;
  P(:, 2) = x;
  for k = 2:deg
    P(:, k+1) = ((2*k-1)*x.*P(:, k) - (k-1)*P(:, k-1)) / k;
  end
  c = ones(deg, 1);
  P = P * c; %? bug
end
