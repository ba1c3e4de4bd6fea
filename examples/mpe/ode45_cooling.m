function [t, y] = ode45_cooling(y0)
% ODE45_COOLING  Cooling by the solver that Octave ships, as an entry to specialize from.
[t, y] = ode45(@rhs_cooling, [0, 20], y0, log(39/40), 100);
end
