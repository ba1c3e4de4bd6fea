1;
p = viterbi2(log([.9 .1;.1 .9]), log([.9 .1 .1;.1 .9 .9]));
assert(p, [1 2 2]);
