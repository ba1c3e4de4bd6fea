function drv_rk4
% Driver for ODE_RK4 with three right-hand sides, by handle and by name, and
% with a system.  The error must fall sixteenfold with half the step.
bell = ode_errors(@ode_rk4, @rhs_bell, 2, 0.05, 1, exp(-4));
k = log(39/40);
cool = ode_errors(@ode_rk4, 'rhs_cooling', 20, 2, 20, 100 - 80*exp(20*k), k, 100);
p = 0.3/(0.005 + 2.995*exp(-0.3*20));
grow = ode_errors(@ode_rk4, @rhs_logistic, 20, 0.5, 0.1, p, 0.3, 0.005);
assert(bell(3) > 12 && cool(3) > 12 && grow(3) > 12);
fprintf('rk4: bell      %.6f, exact %.6f\n', bell(1:2));
fprintf('rk4: cooling  %.5f, exact %.5f\n', cool(1:2));
fprintf('rk4: logistic %.5f, exact %.5f\n', grow(1:2));

spring = @(t, y, w) [y(2); -w^2*y(1)];
[t, y] = ode_rk4(spring, 3, 0.01, [1; 0], 2);
assert(max(abs(y(1, :) - cos(2*t))) < 1e-7);
fprintf('rk4: spring   %.6f %.6f after %d steps\n', y(:, end), numel(t) - 1);
end
