function drv_duct
% Driver for DUCT_FLOW.  Without friction the flow follows from the area alone:
% Mach number, cost and gradient of the cost are compared with that, and the
% two schemes with each other.
design = [0.15, -0.05];
[cost, p, mach, turns] = run_duct(design, 2.5, 'central');
[want, mref] = exact_duct(design);
assert(turns < 3000 && max(abs(mach - mref)) < 0.01 && abs(cost/want - 1) < 0.05);
fprintf('duct: throat Mach %.4f, lowest pressure %.0f, cost %.6f\n', ...
        max(mach), min(p), cost);

grad = zeros(1, 2);
gref = zeros(1, 2);
for k = 1:2
    moved = design;
    moved(k) = moved(k) + 1e-3;
    grad(k) = (run_duct(moved, 2.5, 'central') - cost)/1e-3;
    gref(k) = (exact_duct(moved) - want)/1e-3;
end
assert(max(abs(grad - gref)) < 0.1*max(abs(gref)));
fprintf('duct: gradient %.4f %.4f\n', grad);

[c2, p2, m2] = run_duct(design, 1.2, 'upwind');
assert(max(abs(m2 - mach)) < 0.1);
fprintf('duct: upwind throat Mach %.3f\n', max(m2));
end

function [cost, p, mach, turns] = run_duct(design, cfl, scheme)
[cost, p, mach, turns] = duct_flow(design, 1.4, 287, 1e5, 300, 0.85e5, 1, 1, 30, ...
    cfl, 0.5, 1/32, [1/4, 1/3, 1/2, 1], 3000, 1e-7, 0.8e5, 1, 0.01, 1, scheme);
end

function [cost, mach] = exact_duct(design)
% The same for a flow without losses: bisection on the relation of area and
% Mach number.
gam = 1.4;
mout = sqrt(2/(gam - 1)*((1/0.85)^((gam - 1)/gam) - 1));
mach = zeros(1, 30);
for k = 1:30
    want = duct_area((k - 0.5)/30, design, 1, 1)*area_ratio(mout, gam);
    hi = 1;
    for turn = 1:50
        mid = 0.5*(mach(k) + hi);
        if area_ratio(mid, gam) > want
            mach(k) = mid;
        else
            hi = mid;
        end
    end
end
p = (1 + 0.5*(gam - 1)*mach.^2).^(-gam/(gam - 1));
cost = sum((p - 0.8).^2)/30 + 0.01*sum(design.^2);
end

function r = area_ratio(m, gam)
% Area over the area at which the flow would be sonic.
r = (2/(gam + 1)*(1 + 0.5*(gam - 1)*m^2))^(0.5*(gam + 1)/(gam - 1))/m;
end
