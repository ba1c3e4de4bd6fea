function [tr, te] = splitRows(X, fold, k)
  [n, p] = size(X);
  idx = mod(0:n-1, k) + 1;
  te = X(idx == fold, :);
  tr = X(idx ~= fold, :);
end
