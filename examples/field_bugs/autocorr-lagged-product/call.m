1;
[r, l] = acorr([1 2 3 4 5 4 3 2 1], 3);
assert(r(1), 1, 1e-12); assert(l, (0:3)');
