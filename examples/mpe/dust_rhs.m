function ds = dust_rhs(t, s, shock, cone, vr, vt, gam, drag)
% DUST_RHS  Motion of a grain at (s(1), s(2)) with velocity (s(3), s(4)).  The
%   speed of the gas depends on the angle only; it is integrated from the shock
%   to where the grain is.
angle = atan2(s(2), s(1));
if angle < cone
    angle = cone;
end
if angle < shock - 1e-9
    opts = dp_options('RelTol', 1e-4, 'Refine', 1, 'MaxStep', shock);
    [at, v] = dp45(@cone_rhs, [shock, angle], [vr; vt], opts, gam);
    radial = v(end, 1);
    across = v(end, 2);
else
    radial = vr;
    across = vt;
end
gas = [radial*cos(angle) - across*sin(angle); radial*sin(angle) + across*cos(angle)];
ds = [s(3); s(4); -drag*(s(3) - gas(1)); -drag*(s(4) - gas(2))];
end
