1;
A = [0.5 0; 0 0.25]; B = eye(2); C = [1 1]; D = [0 0];
y = simss(A, B, C, D, ones(3,2));
assert(y, [0; 2; 2.75], 1e-12);
