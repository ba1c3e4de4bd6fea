function [t, check] = bench_edit(n)
% Edit distance of two texts of n lines.
s1 = repmat('a quick brown fox jumps over the lazy dog; ', 1, n);
s2 = repmat('the quick brown foxes jumped over a dozy dog. ', 1, n);
start = cputime;
[d, D] = edit(s1, s2);
t = cputime - start;
check = d + sum(D(:));
end
