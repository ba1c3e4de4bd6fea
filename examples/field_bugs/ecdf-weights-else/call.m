1;
F = stepcdf([3 1 2]); assert(F, [0; 1; 2; 3]/3, 1e-12);
[F, xs] = stepcdf([3 1 2], [1 1 2]);
assert(F, [0; 0.25; 0.75; 1], 1e-12); assert(xs, [1; 1; 2; 3]);
