1;
P = softmaxrows([1 2 3;1 1 1]);
assert(sum(P,2), [1;1], 1e-12);
