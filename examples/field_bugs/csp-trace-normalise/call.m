1;
X=rand(3,20);
C = trialcov(X);
assert(size(C), [3 3]);
