1;
r = RunStats(3);
r.add([1 2 3]);
r.add([3 4 5]);
assert(r.variance(), [2 2 2]);
