% WRONG: the covariance of n rows by p columns is Z'*Z (p by p), not Z*Z'.
function d = outlier_score(X, x)
% OUTLIER_SCORE  Distance of the row x from the rows of X, measured by their
%   covariance.
n = size(X, 1);
mu = sum(X, 1)/n;
Z = X - ones(n, 1)*mu;
C = Z*Z'/(n - 1);
z = x - mu;
d = sqrt(z*(C\z'));
end
