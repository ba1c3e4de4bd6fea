1;
p = statdist([.9 .1;.5 .5], [1 0]);
assert(sum(p), 1, 1e-12);
