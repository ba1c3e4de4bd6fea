function U = unitRows(V)
  [n, d] = size(V);
  len = sqrt(sum(V.^2, 2));
  U = V ./ repmat(len', n, 1); %? bug
end
