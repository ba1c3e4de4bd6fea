1;
v = lagrangeval([0 1 2],[0 1 4],[0.5 1.5]);
assert(v, [0.25 2.25], 1e-12);
