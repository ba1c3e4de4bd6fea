1;
B = broydenUpdate(eye(3), [1; 2; 3], [1; 0; 1]); assert(size(B), [3 3]);
