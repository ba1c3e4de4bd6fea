1;
assert(segmeans([1 1 5 5 5 9], [1 3 6]), [1; 5; 9]);
