1;
B = blockmean(kron([1 2; 3 4; 5 6], ones(2)), 2);
assert(B, [1 2; 3 4; 5 6]);
