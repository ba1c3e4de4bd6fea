function [t, check] = bench_nb1d(n)
% Bodies on a line, n steps of 28 bodies.
k = (1:28)';
x = 2 * k / 28 - 1 + 0.3 * sin(7 * k) / 28;
v = 0.1 * cos(3 * k);
m = (1 + 0.5 * sin(k)) / 28;
start = cputime;
[x, v, e0, e1] = nb1d(28, x, v, m, 0.0002, n, 0.1);
t = cputime - start;
check = e0 + e1;
end
