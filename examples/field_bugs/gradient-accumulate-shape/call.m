1;
g = logisticGrad(rand(5, 2), [0 1 0 1 1], [0.1 0.2]); assert(size(g), [2 1]);
