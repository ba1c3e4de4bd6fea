1;
y = delaysum(rand(100,4), [0 .1 .2 .3]);
assert(numel(y), 100);
