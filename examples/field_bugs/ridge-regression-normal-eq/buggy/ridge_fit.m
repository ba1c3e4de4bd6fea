function [beta, yhat] = ridge_fit(X, y, lambda)
% RIDGE_FIT  Ridge regression with an unpenalised intercept.
%   [beta, yhat] = ridge_fit(X, y, lambda)
%   X is one observation per row, y the responses.

[n, p] = size(X);
y = y(:);

% centre so that the intercept can be left out of the penalty
mu = mean(X, 1);
Xc = X - repmat(mu, n, 1);
yc = y - mean(y);

G = Xc' * Xc + lambda * eye(n); %? bug
b = G \ (Xc' * yc);

beta = [mean(y) - mu*b; b];
if nargout > 1
    yhat = [ones(n,1) X] * beta;
end
end
