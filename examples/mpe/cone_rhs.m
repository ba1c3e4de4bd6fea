function dv = cone_rhs(angle, v, gam)
% CONE_RHS  Equation of Taylor and Maccoll: v(1) is the radial speed, v(2) its
%   derivative by the angle, which is the tangential speed.
heat = 0.5*(gam - 1)*(1 - v(1)^2 - v(2)^2);
turn = v(1)*v(2)^2 - heat*(2*v(1) + v(2)*cot(angle));
dv = [v(2); turn/(heat - v(2)^2)];
end
