function S = cosineSim(A, B, isUnit)
% cosine similarity between the rows of A (m x d) and of B (n x d)
% isUnit: rows already have length one

if nargin < 3
    isUnit = false;
end
[m, d] = size(A);
n = size(B,1);

if ~isUnit
    na = sqrt(sum(A.^2, 2));
    nb = sqrt(sum(B.^2, 2));
    na(na == 0) = 1;
    nb(nb == 0) = 1;
    A = A ./ repmat(na, 1, d);
    B = B ./ repmat(nb, 1, d);
end
S = A*B';
end
