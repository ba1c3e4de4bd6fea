1;
assert(size(lagTable(1:5)), [4 2]);
