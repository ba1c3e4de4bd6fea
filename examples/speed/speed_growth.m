function [t, check] = speed_growth(n)
% Appends one element at a time.
start = cputime;
x = [];
for i = 1:n
    x(end + 1) = i;
end
t = cputime - start;
check = x(end) + numel(x);
assert(numel(x) == n);
end
