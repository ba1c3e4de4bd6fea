1;
pv = bondpv([5 5 105], 0.05);
assert(pv, 100, 1e-9);
assert(test('bondpv.m', 'quiet'));
