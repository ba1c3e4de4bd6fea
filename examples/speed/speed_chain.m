function [t, check] = speed_chain(n)
% An elementwise chain over a million numbers, n times.
x = linspace(0, 1, 1e6)';
start = cputime;
for i = 1:n
    y = x .* 2 + sqrt(x) - x ./ 3 + 1;
end
t = cputime - start;
check = y(end / 2 + 1);
assert(numel(y) == 1e6);
end
