1;
[k, a] = convhull_area([0 2 2 0 1], [0 0 2 2 1]);
assert(a, 4, 1e-12);
[k, a] = convhull_area([0 1], [0 1]);
assert(a, 0);
