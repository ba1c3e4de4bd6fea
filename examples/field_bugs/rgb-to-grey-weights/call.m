1;
G = greyOf(rand(4, 5, 3)); assert(size(G), [4 5]);
