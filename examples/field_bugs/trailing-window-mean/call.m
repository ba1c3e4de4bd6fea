1;
m = windowMean(1:6, 3); assert(numel(m), 4);
