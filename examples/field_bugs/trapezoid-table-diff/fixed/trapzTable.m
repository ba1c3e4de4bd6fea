function I = trapzTable(t, Y)
  % integrates each column of Y over t
  t = t(:);
  [n, m] = size(Y);
  dt = diff(t);
  I = dt' * (Y(1:n-1, :) + Y(2:n, :)) / 2;
  if numel(I) ~= m, error('trapzTable: size'); end
end
