function [value, isterminal, direction] = dp_ball_event(t, y)
% DP_BALL_EVENT  Height 3 m in either direction; the ground, on the way down.
value = [y(1) - 3; y(1)];
isterminal = [0; 1];
direction = [0; -1];
end
