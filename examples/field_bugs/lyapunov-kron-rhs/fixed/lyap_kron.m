function X = lyap_kron(A, Q)
% X = LYAP_KRON(A, Q)  solves  A*X + X*A' + Q = 0  for small problems

n = size(A, 1);
if ~isequal(size(A), [n n]) || ~isequal(size(Q), [n n])
    error('lyap_kron:size', 'A and Q have to be square of the same order');
end

I = eye(n);
L = kron(I, A) + kron(A, I);
if rcond(L) < eps
    warning('lyap_kron:singular', 'A and -A'' share an eigenvalue');
end

x = -L \ Q(:);
X = reshape(x, n, n);
X = (X + X')/2;
