1;
assert(sort(lowerHalf([5 1 4 2])), [1; 2]);
