1;
[a, b] = realRoots([1 0 1]); assert(isnan(a));
