1;
d = reshape([1 3 2 4 3 5 4 6], 2, 1, 4);
[erp, pk] = evoked(d);
assert(erp, [2 3 4 5]); assert(pk, 5);
