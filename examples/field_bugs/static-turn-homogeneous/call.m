1;
assert(turnCorner(1, 0), [0; 1], 1e-10);
