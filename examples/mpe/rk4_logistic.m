function [t, y] = rk4_logistic(tend, h, y0)
% RK4_LOGISTIC  Limited growth by the Runge-Kutta method, as an entry to specialize from.
[t, y] = ode_rk4(@rhs_logistic, tend, h, y0, 0.3, 0.005);
end
