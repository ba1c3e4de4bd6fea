function C = pickSeeds(X, K)
% farthest-point seeds for k-means, X is n x d, C is K x d
n = size(X,1);
idx = zeros(K,1);
idx(1) = 1;
for k = 2:K
    best = inf(n,1);
    for j = 1:k-1
        d = sum((X - repmat(X(idx(j),:), n, 1)).^2, 2);
        best = min(best, d);
    end
    [~, idx(k)] = max(best);
end
C = X(idx,:);
end
