1;
n = [0 0; 3 0; 0 3; 3 3];
[c, A] = triCentres(n, [1 2 3; 2 4 3]); assert(A, [4.5; 4.5], 1e-12);
[c, A] = triCentres(n(1:3,:), [1 2 3]);
assert(c, [1 1], 1e-12); assert(A, 4.5, 1e-12);
