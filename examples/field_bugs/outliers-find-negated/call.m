1;
xc = trimOutliers([1 2 3 2 1 100]);
assert(xc, [1 2 3 2 1]);
