1;
L = arclength([0 3 3],[0 0 4]);
assert(L, 7);
