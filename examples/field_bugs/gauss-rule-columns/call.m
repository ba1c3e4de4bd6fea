1;
fe = elemLoad(0, 2, @(x) 3, 2);
assert(fe, [3; 3], 1e-12);
