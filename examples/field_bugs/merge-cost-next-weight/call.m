1;
assert(mergeCost([3 1 2]) > 0);
