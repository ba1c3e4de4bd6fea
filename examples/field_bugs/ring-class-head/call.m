1;
r = Ring(4);
r = r.push(7);
assert(r.last(), 7);
assert(size(r.both()), [3 2]);
