function [value, isterminal, direction] = dp_rise_event(t, y, mu)
% DP_RISE_EVENT  The first component passes zero upwards.
value = y(1);
isterminal = 0;
direction = 1;
end
