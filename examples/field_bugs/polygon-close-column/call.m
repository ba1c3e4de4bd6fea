1;
assert(polyperim([0 1 1 0], [0 0 1 1]), 4, 1e-12);
