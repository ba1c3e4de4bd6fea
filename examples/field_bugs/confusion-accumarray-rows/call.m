1;
[C, acc] = confmat([1 1 2 2 3], [1 2 2 2 3], 3);
assert(C, [1 1 0; 0 2 0; 0 0 1]); assert(acc, 0.8, 1e-12);
