1;
r = rankPages([0 1 1; 1 0 1; 1 1 0], 0.85, 5); assert(size(r), [3 1]);
