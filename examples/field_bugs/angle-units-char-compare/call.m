1;
assert(rotmat2(90, 'd'), [0 -1; 1 0], 1e-12);
assert(rotmat2(90, 'deg'), [0 -1; 1 0], 1e-12);
