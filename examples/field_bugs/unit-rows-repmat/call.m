1;
U = unitRows([3 4 0; 1 0 0]); assert(sum(U.^2, 2), [1; 1], 1e-10);
