1;
I = applyMap([0 1 2; 2 1 0], rand(3, 3)); assert(size(I), [2 3]);
