1;
V = ones(2,3,4);
r = volratio(V);
assert(r, 1);
