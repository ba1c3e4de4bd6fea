function [t, y] = rk4_bell(tend, h, y0)
% RK4_BELL  The bell curve by the Runge-Kutta method, as an entry to specialize from.
[t, y] = ode_rk4(@rhs_bell, tend, h, y0);
end
