1;
[v, es] = valueAtRisk([-10 -5 1 2 3 4 5 6 7 8], 0.2);
assert(v, 5); assert(es, 7.5, 1e-12);
