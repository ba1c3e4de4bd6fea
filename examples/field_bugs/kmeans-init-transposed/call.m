1;
X = [0 1 10 11 12; 0 0 5 5 5];
lab = kmeans_cols(X, 2, 5);
assert(lab, [1 1 2 2 2]);
