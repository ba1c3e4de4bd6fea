M = magic(3);
corner = M(9);
