function [t, check] = bench_euler(n)
% The bell curve by Euler's method in n steps.
start = cputime;
[times, y] = ode_euler(@rhs_bell, 2, 2 / n, 1);
t = cputime - start;
check = sum(y) + times(end);
end
