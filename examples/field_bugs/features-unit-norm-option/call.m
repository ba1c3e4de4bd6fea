1;
A = [1 0 0; 0 1 0]; B = [1 0 0; 0 1 0; 0 0 1; 1 0 0];
assert(cosineSim(A, B, true), A*B');
assert(cosineSim(2*A, 3*B), A*B', 1e-12);
