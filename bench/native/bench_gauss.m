function [t, check] = bench_gauss(n)
% Fifty terms of a hypergeometric series at n points.
x = linspace(-0.5, 0.5, n);
start = cputime;
f = gauss_2f1(0.5, 3, 2.5, x, 50);
t = cputime - start;
check = sum(f);
end
