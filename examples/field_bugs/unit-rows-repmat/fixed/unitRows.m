function U = unitRows(V)
  [n, d] = size(V);
  len = sqrt(sum(V.^2, 2));
  U = V ./ repmat(len, 1, d);
end
