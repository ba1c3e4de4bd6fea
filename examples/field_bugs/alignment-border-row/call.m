1;
assert(nwscore('ACGT', 'AGT'), 1);
