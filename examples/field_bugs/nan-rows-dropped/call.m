1;
Y = dropnan([1 2 3; NaN 5 6; 7 8 9; 1 1 1]);
assert(Y, [1 2 3; 7 8 9; 1 1 1]);
