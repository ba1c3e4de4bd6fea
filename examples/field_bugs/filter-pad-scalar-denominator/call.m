1;
assert(apfilt([1 1 0], [1 -0.5 0.1], [1 2 3 4]), filter([1 1 0], [1 -0.5 0.1], [1 2 3 4]), 1e-12);
assert(test('apfilt.m', 'quiet'));
