1;
[xc, h] = histplotdata(0:10);
assert(sum(h), 11);
[xc, h] = histplotdata(0:4, 'bins', 4);
assert(h, [1 1 1 2]);
