1;
A = lowrank(magic(4), 2);
assert(rank(A), 2);
