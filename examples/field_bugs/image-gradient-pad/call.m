1;
G = gradmag(magic(5));
assert(size(G), [4 4]);
