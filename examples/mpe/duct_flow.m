function [cost, p, mach, turns] = duct_flow(design, gam, gas, p0, T0, pout, ...
    len, height, nx, cfl, k2, k4, stages, itmax, tol, target, weight, penalty, ...
    local_step, scheme)
% DUCT_FLOW  Cost of a duct: steady subsonic flow of a gas along it, marched in
%   time to rest, and how far the wall pressure is from a target.
%     design      heights of bumps of the wall, the point to be optimized
%     gam, gas    ratio of specific heats, gas constant
%     p0, T0      total pressure and temperature of what flows in
%     pout        pressure at the outlet
%     len, height length of the duct, height without bumps
%     nx          number of cells
%     cfl         time step in units of the stability limit of one stage
%     k2, k4      second and fourth difference dissipation
%     stages      coefficients of the stages of one time step
%     itmax, tol  at most so many steps; rest means a change below tol
%     target      wanted pressure (scalar), weight its factor in the cost
%     penalty     factor of the squared bumps in the cost
%     local_step  1: each cell has its own time step
%     scheme      'central' or 'upwind'

dx = len/nx;
x = ((1:nx) - 0.5)*dx;
face = duct_area((0:nx)*dx, design, len, height);
area = duct_area(x, design, len, height);
slope = face(2:nx + 1) - face(1:nx);
vol = dx*area;

% Start from rest at the outlet pressure, with the total temperature.
rho = pout/(gas*T0)*ones(1, nx);
W = [rho; 0.2*rho*sqrt(gam*gas*T0); zeros(1, nx)];
W(3, :) = pout/(gam - 1) + 0.5*W(2, :).^2./W(1, :);

turns = 0;
change = 1;
while change > tol && turns < itmax
    old = W;
    [rho, u, p, a] = duct_state(W, gam);
    step = cfl*dx./(abs(u) + a);
    if ~local_step
        step = min(step)*ones(1, nx);
    end
    rate = step./vol;
    for s = 1:numel(stages)
        R = residual(W, gam, gas, p0, T0, pout, nx, face, slope, k2, k4, scheme);
        W = old - stages(s)*repmat(rate, 3, 1).*R;
    end
    change = max(abs(W(1, :) - old(1, :)))/max(old(1, :));
    turns = turns + 1;
end

[rho, u, p, a] = duct_state(W, gam);
mach = u./a;
cost = weight*sum(((p - target)/p0).^2)*dx/len + penalty*sum(design.^2)/height^2;
end

function R = residual(W, gam, gas, p0, T0, pout, nx, face, slope, k2, k4, scheme)
% What leaves each cell through its two faces, less the push of the wall.
[left, right] = ends(W, gam, gas, p0, T0, pout, nx);
X = [left, W, right];
[rho, u, p, a] = duct_state(X, gam);
F = [X(2, :); X(2, :).*u + p; (X(3, :) + p).*u];
i = 1:nx + 1;
speed = 0.5*(abs(u(i)) + a(i) + abs(u(i + 1)) + a(i + 1));
d1 = X(:, i + 1) - X(:, i);

if strcmp(scheme, 'upwind')
    D = 0.5*repmat(speed, 3, 1).*d1;
elseif strcmp(scheme, 'central')
    kink = abs(p(3:nx + 2) - 2*p(2:nx + 1) + p(1:nx))./(p(3:nx + 2) + 2*p(2:nx + 1) + p(1:nx));
    kink = [kink(1), kink, kink(nx)];
    e2 = k2*max(kink(i), kink(i + 1));
    e4 = max(0, k4 - e2);
    d3 = zeros(3, nx + 1);
    d3(:, 2:nx) = d1(:, 3:nx + 1) - 2*d1(:, 2:nx) + d1(:, 1:nx - 1);
    D = repmat(speed, 3, 1).*(repmat(e2, 3, 1).*d1 - repmat(e4, 3, 1).*d3);
else
    error('duct_flow: no scheme is called %s', scheme);
end
flux = (0.5*(F(:, i) + F(:, i + 1)) - D).*repmat(face, 3, 1);
R = flux(:, 2:nx + 1) - flux(:, 1:nx);
R(2, :) = R(2, :) - p(2:nx + 1).*slope;
end

function [left, right] = ends(W, gam, gas, p0, T0, pout, nx)
% Cells outside the two ends.  In: speed from inside, total state given.
% Out: pressure given, the rest from inside.
u = W(2, 1)/W(1, 1);
T = T0 - 0.5*(gam - 1)/(gam*gas)*u^2;
p = p0*(T/T0)^(gam/(gam - 1));
rho = p/(gas*T);
left = [rho; rho*u; p/(gam - 1) + 0.5*rho*u^2];
rho = W(1, nx);
u = W(2, nx)/rho;
right = [rho; rho*u; pout/(gam - 1) + 0.5*rho*u^2];
end
