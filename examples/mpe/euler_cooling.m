function [t, y] = euler_cooling(tend, h, y0)
% EULER_COOLING  Cooling by Euler's method, as an entry to specialize from.
[t, y] = ode_euler(@rhs_cooling, tend, h, y0, log(39/40), 100);
end
