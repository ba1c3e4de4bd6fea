1;
assert(countOverlaps([1 3 6], [4 5 9]), 1);
