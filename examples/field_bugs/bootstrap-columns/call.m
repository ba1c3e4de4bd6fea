1;
M = bootMeans(rand(6, 2), 3); assert(size(M, 1), 3);
