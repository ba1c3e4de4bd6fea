1;
b = regressIntercept([1 2; 3 4; 5 7; 8 8], [1 2 3 4]); assert(numel(b), 3);
