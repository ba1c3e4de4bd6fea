1;
[A, c] = polyArea2([0 0; 2 0; 2 1; 0 1]);
assert(A, 2, 1e-12); assert(c, [1 0.5], 1e-12);
