function [value, isterminal, direction] = eventsfun(theta, s)

value = s(2);
isterminal = 1;
direction = 0;
