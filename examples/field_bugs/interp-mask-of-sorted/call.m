1;
[t, y] = cleanSeries([3 1 2], [30 NaN 20]);
assert(t, [2; 3]); assert(y, [20; 30]);
