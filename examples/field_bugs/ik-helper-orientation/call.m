1;
q = ikstep([0.3 0.4], [1 1], [1.2 1.2]);
assert(size(q), [2 1]);
q = ikstep([0.3 0.4], [1 1], [1.2 1.2], 0.01);
a = cumsum(q);
assert(norm([sum(cos(a)) sum(sin(a))] - [1.2 1.2]) < 0.15);
