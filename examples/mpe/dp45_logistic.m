function [t, y] = dp45_logistic(tspan, y0)
% DP45_LOGISTIC  Limited growth by DP45, as an entry to specialize from.
[t, y] = dp45(@rhs_logistic, tspan, y0, [], 0.3, 0.005);
end
