1;
assert(lap1d([1 2 3], 1), [0; 0; -4]);
assert(lap1d([1 2 3], 1, 'neumann'), [1; 0; -1]);
assert(lap1d([1 2 3], 1, 'periodic'), [3; 0; -3]);
