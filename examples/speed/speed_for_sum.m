function [t, check] = speed_for_sum(n)
% Adds whole numbers in a counted loop.
start = cputime;
s = 0;
for i = 1:n
    s = s + i * 2 - 1;
end
t = cputime - start;
check = s;
assert(s == n * n);
end
