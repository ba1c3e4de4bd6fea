1;
X = [1 2; 2 1; 3 5; 4 3; 5 8];
y = X*[2; -1] + 3;
beta = ridge_fit(X, y, 1e-10);
assert(beta, [3; 2; -1], 1e-6);
