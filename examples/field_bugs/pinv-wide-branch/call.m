1;
A = [1 2; 3 4; 5 6];
assert(pinvsvd(A), pinv(A), 1e-10);
assert(pinvsvd(A'), pinv(A'), 1e-10);
