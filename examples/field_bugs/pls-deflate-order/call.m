1;
[w,t] = plsone([1 2;3 4;5 7],[1;2;3]);
assert(size(t), [3 1]);
