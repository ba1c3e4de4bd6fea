function t = speed_sorting(n)
% Sorts a million numbers, n times.
x = mod((1:1e6)' * 7919, 1000003) / 7;
start = cputime;
for i = 1:n
    y = sort(x);
    [z, k] = sort(x, 'descend');
end
t = cputime - start;
assert(issorted(y) && z(1) == y(end) && x(k(1)) == z(1));
end
