1;
X = [1 2 0; 2 4 1; 3 6 0; 4 8 1];
T = pcaScores(X, 2);
assert(size(T), [4 2]); assert(mean(T), [0 0], 1e-10);
