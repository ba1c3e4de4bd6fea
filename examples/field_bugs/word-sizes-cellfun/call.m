1;
M = padwords({'a', 'abc', 'ab'}, '.');
assert(M, ['.a.'; 'abc'; 'ab.']);
