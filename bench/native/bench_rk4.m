function [t, check] = bench_rk4(n)
% Growth that crowding brings to a halt, by Runge and Kutta's method in n steps.
start = cputime;
[times, y] = ode_rk4(@rhs_logistic, 20, 20 / n, 0.1, 0.3, 0.005);
t = cputime - start;
check = sum(y) + times(end);
end
