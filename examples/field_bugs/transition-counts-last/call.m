1;
C = transitionCounts([1 2 1 1], 2); assert(sum(C(:)), 3);
