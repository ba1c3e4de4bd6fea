1;
assert(gapfill([1 NaN 3], 'linear'), [1; 2; 3]);
