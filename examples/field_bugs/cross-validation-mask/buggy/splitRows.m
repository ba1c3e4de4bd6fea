function [tr, te] = splitRows(X, fold, k)
  [n, p] = size(X);
  idx = mod(0:p-1, k) + 1; %? missed bug
  te = X(idx == fold, :); %? missed bug
  tr = X(idx ~= fold, :); %? missed bug
end
