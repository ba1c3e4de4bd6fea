1;
X = [1 2 3 4; 0 1 0 1];
[J, g] = softmaxCost(zeros(6,1), X, [1 2 3 1], 3, 0);
assert(J, log(3), 1e-12); assert(size(g), [6 1]);
