1;
Y = rowscale([1 2 2; 3 0 4]);
assert(size(Y), [2 3]);
assert(norm(Y(2,:)), 1, 1e-12);
