1;
X=[1 1;1 2;1 4;1 7];
h = leverages(X);
assert(sum(h), 2, 1e-9);
assert(size(h), [4 1]);
