1;
assert(numel(longWords({'a', 'bcd', 'ef'}, 1)), 2);
