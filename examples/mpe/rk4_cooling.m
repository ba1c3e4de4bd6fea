function [t, y] = rk4_cooling(tend, h, y0)
% RK4_COOLING  Cooling by the Runge-Kutta method, as an entry to specialize from.
[t, y] = ode_rk4(@rhs_cooling, tend, h, y0, log(39/40), 100);
end
