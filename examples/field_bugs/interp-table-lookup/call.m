1;
v = tablelookup([0 1 2],[0 10 20], 1.5);
assert(v, 15);
assert(tablelookup([0 1 2],[0 10 20], 2), 20);
