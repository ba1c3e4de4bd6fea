function height = dust_critical_height(shock, mach, drag, tol)
% DUST_CRITICAL_HEIGHT  Dust against a conical probe in the air of Mars.
%   The probe flies with the given Mach number behind a conical shock wave at
%   the angle shock (radians).  Dust grains cross the shock with the speed of
%   the probe and are turned by the gas; drag is the rate at which a grain takes
%   on the speed of the gas.  A grain that enters the shock low hits the cone,
%   one that enters high is turned in time.  Found is the height between the
%   two.  Speeds are in units of the greatest speed the gas can reach.
gam = 1.3;
[cone, vr, vt] = cone_flow(shock, mach, gam);
speed = mach/sqrt(mach^2 + 2/(gam - 1));

low = 0.02/drag;
high = 0.5/drag;
gap_low = miss(low, shock, cone, vr, vt, gam, speed, drag);
gap_high = miss(high, shock, cone, vr, vt, gam, speed, drag);
height = high;
change = high - low;
while abs(change) > tol*abs(height)
    old = height;
    height = high - gap_high*(high - low)/(gap_high - gap_low);
    low = high;
    gap_low = gap_high;
    high = height;
    gap_high = miss(high, shock, cone, vr, vt, gam, speed, drag);
    change = height - old;
end
end

function gap = miss(height, shock, cone, vr, vt, gam, speed, drag)
% How far above the cone a grain that crosses the shock at the given height is
% when it has been turned parallel to the cone.
start = [height/tan(shock); height; speed; 0];
opts = dp_options('Events', @dust_event, 'RelTol', 1e-4, 'AbsTol', 1e-8/drag, ...
                  'Refine', 1, 'InitialStep', 0.05/drag);
[t, s, te, se] = dp45(@dust_rhs, [0, 500/drag], start, opts, ...
                      shock, cone, vr, vt, gam, drag);
if isempty(te)
    error('dust_critical_height: the grain was not turned in time');
end
gap = se(end, 2) - se(end, 1)*tan(cone);
end
