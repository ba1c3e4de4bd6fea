1;
K = assembleTruss([0 0; 1 0; 0 1], [1 2; 2 3; 3 1], 10);
assert(size(K), [6 6]); assert(norm(K - K'), 0, 1e-12);
assert(K(1,1), 10, 1e-12);
