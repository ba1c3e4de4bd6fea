function [lab, C] = kmeans_cols(X, K, iters)
% k-means of the columns of X (d x n)
[d, n] = size(X);
C = pickSeeds(X', K)';
lab = zeros(1,n);
for it = 1:iters
    for i = 1:n
        dd = sum((C - repmat(X(:,i), 1, K)).^2, 1);
        [~, lab(i)] = min(dd);
    end
    for k = 1:K
        if any(lab == k)
            C(:,k) = mean(X(:,lab == k), 2);
        end
    end
end
end
