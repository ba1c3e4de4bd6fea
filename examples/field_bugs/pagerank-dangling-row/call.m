1;
A=[0 1 0;1 0 0;1 1 0];
r = pagerank(A, 0.85);
assert(sum(r), 1, 1e-6);
