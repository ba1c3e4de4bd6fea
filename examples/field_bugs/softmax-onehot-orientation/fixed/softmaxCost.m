function [J, grad] = softmaxCost(theta, X, labels, numClasses, lambda)
% X      - d x m, one column for each example
% labels - m-vector with values in 1..numClasses
[d, m] = size(X);
Theta = reshape(theta, numClasses, d);

M = Theta * X;
M = bsxfun(@minus, M, max(M, [], 1));
E = exp(M);
P = bsxfun(@rdivide, E, sum(E, 1));

truth = full(sparse(labels, 1:m, 1, numClasses, m));

J = -sum(sum(truth .* log(P)))/m + lambda/2*sum(theta(:).^2);
if nargout > 1
    G = -(truth - P) * X' / m + lambda * Theta;
    grad = G(:);
end
end
