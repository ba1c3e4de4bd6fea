function [t, check] = bench_lagrange(n)
% The polynomial through eight points of the sine at n points.
x = linspace(0, 3, n);
xi = linspace(0, 3, 8);
yi = sin(xi);
start = cputime;
y = lagrange_interp(xi, yi, x);
t = cputime - start;
check = sum(y);
end
