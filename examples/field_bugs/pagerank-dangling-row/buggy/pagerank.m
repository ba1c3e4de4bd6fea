function r = pagerank(A, d)
% A : n x n adjacency matrix
n = size(A, 1);
deg = sum(A, 2);
deg(deg == 0) = 1;
P = A ./ repmat(deg, 1, n);
r = ones(n, 1) / n;
for it = 1:100
    r = d * (r * P) + (1-d)/n; %? bug
    r = r / sum(r);
end
end
