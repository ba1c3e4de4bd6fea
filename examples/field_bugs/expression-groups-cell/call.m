1;
[n, l] = topGenes([1 1 1 1; 0 0 3 3; 7 7 7 7], {'a', 'b', 'c'}, 1);
assert(n, {'b'}); assert(l, 2, 1e-12);
