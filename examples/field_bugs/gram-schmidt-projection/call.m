1;
A = [1 2 0; 3 4 1; 5 6 7; 1 0 1];
[Q, R] = mgs(A);
assert(Q*R, A, 1e-10); assert(Q'*Q, eye(3), 1e-10);
