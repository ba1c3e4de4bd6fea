1;
[c,x] = histcdf([1 2 3 4],[0 2 4]);
assert(c(end), 1);
