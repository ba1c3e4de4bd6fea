function [t, check] = speed_reductions(n)
% Sums, extremes and running sums of a million numbers, n times.
x = mod((1:1e6)' * 7919, 10007);
start = cputime;
for i = 1:n
    s = sum(x) + max(x) + min(x) + mean(x);
    y = cumsum(x);
end
t = cputime - start;
check = s + y(end);
assert(s > 0 && y(end) > 0);
end
