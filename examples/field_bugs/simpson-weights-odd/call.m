1;
assert(simpsonRule(@(x) x.^2, 0, 3, 10), 9, 1e-10);
