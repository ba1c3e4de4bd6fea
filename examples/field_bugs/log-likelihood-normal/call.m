1;
L = logNormal(rand(4, 2), [0 0], eye(2)); assert(size(L), [4 1]);
