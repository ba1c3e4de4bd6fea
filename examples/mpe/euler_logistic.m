function [t, y] = euler_logistic(tend, h, y0)
% EULER_LOGISTIC  Limited growth by Euler's method, as an entry to specialize from.
[t, y] = ode_euler(@rhs_logistic, tend, h, y0, 0.3, 0.005);
end
