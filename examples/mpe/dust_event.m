function [value, isterminal, direction] = dust_event(t, s, shock, cone, vr, vt, gam, drag)
% DUST_EVENT  The grain moves parallel to the cone, all but a hundredth.
value = s(4)/s(3) - tan(cone - 0.01);
isterminal = 1;
direction = 0;
end
