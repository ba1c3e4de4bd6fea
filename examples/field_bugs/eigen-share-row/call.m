1;
[V, s] = sortedEigen([2 1; 1 3]); assert(size(s), [2 2]);
