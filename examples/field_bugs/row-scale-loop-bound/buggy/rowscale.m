function Y = rowscale(X)
% scales every row to unit length
[nRow, nCol] = size(X);
Y = zeros(nRow, nCol);
for i = 1:nCol %? bug
    v = X(i, :); %? bug
    Y(i, :) = v / norm(v);
end
end
