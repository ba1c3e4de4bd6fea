1;
k = cohenkappa([5 1;2 4]);
assert(k, 0.5, 1e-2);
