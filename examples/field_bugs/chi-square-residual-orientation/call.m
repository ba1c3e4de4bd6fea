1;
c = polychi2([2 1], 0:4, 2*(0:4)+1);
assert(c, 0, 1e-12);
