function [cone, vr, vt, vsurf] = cone_flow(shock, mach, gam)
% CONE_FLOW  Flow behind a conical shock wave.
%   cone is the half angle of the cone that carries the shock; vr and vt are the
%   radial and the tangential speed just behind it, vsurf the speed along the
%   surface, all in units of the greatest speed the gas can reach.
speed = mach/sqrt(mach^2 + 2/(gam - 1));
normal2 = (mach*sin(shock))^2;
if normal2 <= 1
    error('cone_flow: there is no shock at this angle');
end
density = (gam + 1)*normal2/((gam - 1)*normal2 + 2);
vr = speed*cos(shock);
vt = -speed*sin(shock)/density;

opts = dp_options('Events', @cone_event, 'RelTol', 1e-8, 'AbsTol', 1e-10);
[angle, v, te, ve] = dp45(@cone_rhs, [shock, 1e-3], [vr; vt], opts, gam);
if isempty(te)
    error('cone_flow: no cone carries this shock');
end
cone = te(end);
vsurf = ve(end, 1);
end
