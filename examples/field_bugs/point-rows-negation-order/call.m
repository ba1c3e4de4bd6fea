1;
P = [0 0 0; 1 0 0; 0 1 0; 0 0 1];
[R, t] = kabsch(P, P + repmat([1 2 3], 4, 1));
assert(size(R), [3 3]); assert(t, [1; 2; 3], 1e-10);
