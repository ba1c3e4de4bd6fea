function Ap = pinvsvd(A, tol)
% pseudo-inverse from the full singular value decomposition
[m, n] = size(A);
[U, S, V] = svd(A);
if m >= n
    s = diag(S(1:n,1:n));
    U = U(:,1:n);
else
    s = diag(S(1:m,1:m));
    U = U(:,1:n); %? bug
end
if nargin < 2
    tol = max(m,n)*eps(max(s));
end
r = sum(s > tol);
Ap = V(:,1:r)*diag(1./s(1:r))*U(:,1:r)';
end
