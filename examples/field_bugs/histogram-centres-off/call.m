1;
[c, p] = histDensity(randn(50, 1), 6); assert(size(c), size(p));
