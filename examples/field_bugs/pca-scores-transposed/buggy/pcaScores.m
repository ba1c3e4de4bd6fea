function [T, V, ev] = pcaScores(X, ncomp)
% [T, V, ev] = pcaScores(X, ncomp)
%   scores T (n x ncomp), loadings V (p x ncomp), eigenvalues ev

[n, p] = size(X);
if nargin < 2
    ncomp = min(n-1, p);
end

Xc = X - ones(n,1)*mean(X,1);
[W, D] = eig(Xc'*Xc/(n-1));
[ev, order] = sort(diag(D), 'descend');
V = W(:, order(1:ncomp));

% sign convention: largest loading is positive
for a = 1:ncomp
    [~, k] = max(abs(V(:,a)));
    V(:,a) = V(:,a)*sign(V(k,a));
end

T = Xc*V'; %? bug
ev = ev(1:ncomp);
end
