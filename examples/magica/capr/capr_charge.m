function q = capr_charge(f)
% CAPR_CHARGE  Flux through the outer wall of the quarter (trapezoidal rule).
nx = size(f, 1);
ny = size(f, 2);
side = f(nx - 1, 1:ny - 1);
top = f(1:nx - 1, ny - 1);
q = sum(side) - 0.5*side(1) + sum(top) - 0.5*top(1);
end
