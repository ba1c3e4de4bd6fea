1;
Q = rotatePoints([1 0; 0 1; 2 2], pi/2); assert(size(Q), [3 2]);
