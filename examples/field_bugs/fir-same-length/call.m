1;
y = smoothma([1 2 3 4 5], 3);
assert(numel(y), 5);
