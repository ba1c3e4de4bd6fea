function Y = rowscale(X)
% scales every row to unit length
[nRow, nCol] = size(X);
Y = zeros(nRow, nCol);
for i = 1:nRow
    v = X(i, :);
    Y(i, :) = v / norm(v);
end
end
