1;
q = Quat(1,[0 0 0]);
r = q.times2(Quat(0,[1 0 0]));
assert(r.v, [1 0 0]);
assert(size(r.matrix()), [3 3]);
