1;
C = circulant([1 2 3]); assert(C(:, 1), [1; 2; 3]);
