1;
rand('seed',1);
se = bootse([1 2 3 4 5], 20);
assert(isscalar(se));
