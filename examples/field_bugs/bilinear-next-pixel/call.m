1;
J = upsample2(magic(4));
assert(size(J,1), 7);
