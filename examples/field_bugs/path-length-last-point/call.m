1;
L = pathLength([0 0; 3 0; 3 4]);
assert(L, 7, 1e-12);
