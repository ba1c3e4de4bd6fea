1;
s = LinSys([0 1;-1 0],[0;1],[1 0]);
s = s.step(1);
assert(s.out(), 0);
