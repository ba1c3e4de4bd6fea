1;
R = rotmat2(pi/2, 2);
assert(R, [0 1;-1 0], 1e-12);
R = rotmat2(pi/2, 1);
assert(R, [0 -1;1 0], 1e-12);
