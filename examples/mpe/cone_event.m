function [value, isterminal, direction] = cone_event(angle, v, gam)
% CONE_EVENT  On the cone nothing flows across the rays.
value = v(2);
isterminal = 1;
direction = 0;
end
