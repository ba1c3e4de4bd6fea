1;
Y = delayembed(1:10, 3, 2);
assert(size(Y), [6 3]);
