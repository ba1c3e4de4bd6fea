1;
t = pooledt([1 2 3],[2 3 4 5]);
assert(isscalar(t));
