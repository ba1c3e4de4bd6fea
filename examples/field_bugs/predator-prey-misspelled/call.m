1;
Y = lvheun([1 1], [1 1 1 1], 0.1, 5);
assert(Y, ones(6,2), 1e-12);
