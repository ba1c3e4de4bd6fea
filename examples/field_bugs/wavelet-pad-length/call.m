1;
assert(numel(padPow2(1:5)), 8);
