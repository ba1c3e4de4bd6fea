function [t, check] = bench_nb3d(n)
% Bodies in space, n steps of 28 bodies.
k = (1:28)';
R = [cos(2.4 * k), sin(2.4 * k), 2 * k / 28 - 1];
V = 0.3 * [-sin(2.4 * k), cos(2.4 * k), 0.2 * cos(5 * k)];
m = (1 + 0.5 * cos(k)) / 28;
start = cputime;
[R, V, e0, e1] = nb3d(28, R, V, m, 0.0005, n, 0.05);
t = cputime - start;
check = e0 + e1;
end
