1;
e = rlsfilter(rand(1,20), rand(1,20), 3);
assert(numel(e), 20);
