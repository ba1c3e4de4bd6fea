function [t, y] = dp45_cooling(tspan, y0)
% DP45_COOLING  Cooling by DP45, as an entry to specialize from.
[t, y] = dp45(@rhs_cooling, tspan, y0, [], log(39/40), 100);
end
