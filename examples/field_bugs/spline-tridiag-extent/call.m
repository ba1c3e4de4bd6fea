1;
M = natspline_m([0 1 2 3 5], [0 2 4 6 10]);
assert(M, zeros(5,1), 1e-12);
