1;
Z = standardize([1 10; 2 20; 3 30]);
assert(Z, [-1 -1; 0 0; 1 1], 1e-12);
