1;
d = mahaldist([1 2;3 4;0 0],[0 0],eye(2));
assert(d, [sqrt(5);5;0], 1e-12);
