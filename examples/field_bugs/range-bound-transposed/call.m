1;
[yt, w] = taperEnds([1 2 3 4 5 6], 0.5);
assert(size(yt), [6 1]); assert(yt, ([1 2 3 4 5 6]' - 3.5), 1e-10);
