1;
I = trapzTable([0 1 2], [0 0; 1 2; 2 4]); assert(I, [2 4]);
