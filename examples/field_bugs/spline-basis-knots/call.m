1;
B = hatbasis(linspace(0,1,7), [0 .5 1]);
assert(size(B), [7 3]);
