1;
z = blockScores(1:10, 3); assert(size(z), [3 3]);
