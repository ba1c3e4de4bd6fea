function [Z, mu, sd] = standardize(X)
% bring every column of X to zero mean and unit variance
% constant columns are only centred

[nObs, nVar] = size(X);
mu = mean(X, 1);
sd = std(X, 0, 1);
sd(sd < eps) = 1;

Z = X - repmat(mu, nObs, 1);
for j = 1:nVar
    Z(:,j) = Z(:,j) / sd(j);
end
end
