1;
X = simulate([1 1; 0 1], [0 1], 5); assert(size(X), [3 5]);
