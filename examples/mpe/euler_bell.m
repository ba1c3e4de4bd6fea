function [t, y] = euler_bell(tend, h, y0)
% EULER_BELL  The bell curve by Euler's method, as an entry to specialize from.
[t, y] = ode_euler(@rhs_bell, tend, h, y0);
end
