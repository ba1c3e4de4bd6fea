1;
A = [-1 0; 1 -2]; Q = eye(2);
X = lyap_kron(A, Q);
assert(A*X + X*A' + Q, zeros(2), 1e-12);
