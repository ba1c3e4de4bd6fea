1;
R = [1 2; -1 0; 2 -1; 0 1; -2 -2]/100;
[w, v] = minVarWeights(R, 0);
assert(size(w), [2 1]); assert(sum(w), 1, 1e-12);
