function drv_mars
% Driver for DUST_CRITICAL_HEIGHT.  A steady-step run must find the same flow,
% and the height must be in inverse proportion to the drag.
shock = 35*pi/180;
[cone, vr, vt, vsurf] = cone_flow(shock, 5, 1.3);
mirror = @(a, v) -cone_rhs(shock - a, v, 1.3);
[a, v] = ode_rk4(mirror, shock - cone, (shock - cone)/200, [vr; vt]);
assert(abs(v(2, end)) < 1e-6 && abs(v(1, end) - vsurf) < 1e-6);
fprintf('mars: cone of %.4f degrees, surface speed %.5f\n', cone*180/pi, vsurf);

one = dust_critical_height(shock, 5, 1, 1e-5);
two = dust_critical_height(shock, 5, 4, 1e-5);
assert(abs(4*two/one - 1) < 1e-3);
fprintf('mars: critical height %.3f and %.4f\n', one, two);
end
