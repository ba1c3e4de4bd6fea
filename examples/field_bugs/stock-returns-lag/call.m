1;
R = stockReturns([1 2; 2 4; 3 8; 3 8; 6 9]); assert(size(R), [4 2]);
