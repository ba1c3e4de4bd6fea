1;
K = enkfgain(rand(3,10), rand(2,10), eye(2));
assert(size(K), [3 2]);
