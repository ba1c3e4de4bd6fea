function drv_euler
% Driver for ODE_EULER with three right-hand sides, by handle and by name.
% The error must be small, and half as large with half the step.
bell = ode_errors(@ode_euler, @rhs_bell, 2, 0.01, 1, exp(-4));
k = log(39/40);
cool = ode_errors(@ode_euler, 'rhs_cooling', 20, 0.1, 20, 100 - 80*exp(20*k), k, 100);
p = 0.3/(0.005 + 2.995*exp(-0.3*20));
grow = ode_errors(@ode_euler, @rhs_logistic, 20, 0.05, 0.1, p, 0.3, 0.005);
assert(abs(bell(3) - 2) < 0.1 && abs(cool(3) - 2) < 0.1 && abs(grow(3) - 2) < 0.1);
fprintf('euler: bell      %.6f, exact %.6f\n', bell(1:2));
fprintf('euler: cooling  %.5f, exact %.5f\n', cool(1:2));
fprintf('euler: logistic %.5f, exact %.5f\n', grow(1:2));
end
