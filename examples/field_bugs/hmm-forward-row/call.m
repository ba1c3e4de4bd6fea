1;
pi0=[.6;.4]; A=[.7 .3;.4 .6]; B=[.5 .4 .1;.1 .3 .6];
ll = hmmforward(pi0, A, B, [1 2 3]);
assert(isscalar(ll));
