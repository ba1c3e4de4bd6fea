1;
P = legendreTable([0 0.5 1], 3); assert(size(P), [3 1]);
