function [rho, u, p, a] = duct_state(W, gam)
% DUCT_STATE  Density, speed, pressure and speed of sound from the conserved
%   quantities, one cell per column.
rho = W(1, :);
u = W(2, :)./rho;
p = (gam - 1)*(W(3, :) - 0.5*rho.*u.^2);
a = sqrt(gam*p./rho);
end
