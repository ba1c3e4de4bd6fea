function [t, y] = dp45_bell(tspan, y0)
% DP45_BELL  The bell curve by DP45, as an entry to specialize from.
[t, y] = dp45(@rhs_bell, tspan, y0);
end
