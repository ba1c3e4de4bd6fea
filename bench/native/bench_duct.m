function [t, check] = bench_duct(n)
% Flow of a gas along a duct of 30 cells, n steps in time.
start = cputime;
[cost, p, mach] = duct_flow([0.15, -0.05], 1.4, 287, 1e5, 300, 0.85e5, 1, 1, 30, ...
    2.5, 0.5, 1/32, [1/4, 1/3, 1/2, 1], n, 0, 0.8e5, 1, 0.01, 1, 'central');
t = cputime - start;
check = cost + sum(p) + sum(mach);
end
