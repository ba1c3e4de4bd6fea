1;
dx = gnstep([1 2;3 4;5 6],[1;1;1]);
assert(size(dx), [2 1]);
