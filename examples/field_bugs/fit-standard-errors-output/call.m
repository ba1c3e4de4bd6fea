1;
b = linfit([0 1 2 3], [1 3 5 7]); assert(b, [1; 2], 1e-10);
[b, se, r2] = linfit([0 1 2 3], [1 3 5 7]);
assert(se, [0; 0], 1e-7); assert(r2, 1, 1e-10);
