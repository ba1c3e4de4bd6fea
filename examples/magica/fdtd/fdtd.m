function [Ex, Ey, Ez] = fdtd(L, N, nt, dt)
% FDTD  Maxwell's equations in an empty box with metal walls: central
%   differences in time and space on Yee's staggered grid, nt steps of dt.
nx = N(1); ny = N(2); nz = N(3);
sx = sin(pi*(0:nx)/nx); sy = sin(pi*(0:ny)/ny); sz = sin(pi*(0:nz)/nz);
Ex = zeros(nx, ny + 1, nz + 1);
Ey = zeros(nx + 1, ny, nz + 1);
Ez = zeros(nx + 1, ny + 1, nz);
for i = 1:nx, Ex(i, :, :) = sy'*sz; end
for j = 1:ny, Ey(:, j, :) = sx'*sz; end
for k = 1:nz, Ez(:, :, k) = sx'*sy; end
Hx = zeros(nx + 1, ny, nz);
Hy = zeros(nx, ny + 1, nz);
Hz = zeros(nx, ny, nz + 1);

mu = 4e-7*pi;
eps0 = 1/(mu*299792458^2);
e = dt/eps0*N./L;
h = 0.5*dt/mu*N./L;                 % the first half step of H starts from rest
for n = 1:nt
    Hx = Hx + h(3)*(Ey(:, :, 2:nz + 1) - Ey(:, :, 1:nz)) ...
        - h(2)*(Ez(:, 2:ny + 1, :) - Ez(:, 1:ny, :));
    Hy = Hy + h(1)*(Ez(2:nx + 1, :, :) - Ez(1:nx, :, :)) ...
        - h(3)*(Ex(:, :, 2:nz + 1) - Ex(:, :, 1:nz));
    Hz = Hz + h(2)*(Ex(:, 2:ny + 1, :) - Ex(:, 1:ny, :)) ...
        - h(1)*(Ey(2:nx + 1, :, :) - Ey(1:nx, :, :));
    h = dt/mu*N./L;
    Ex(:, 2:ny, 2:nz) = Ex(:, 2:ny, 2:nz) + e(2)*(Hz(:, 2:ny, 2:nz) - Hz(:, 1:ny - 1, 2:nz)) ...
        - e(3)*(Hy(:, 2:ny, 2:nz) - Hy(:, 2:ny, 1:nz - 1));
    Ey(2:nx, :, 2:nz) = Ey(2:nx, :, 2:nz) + e(3)*(Hx(2:nx, :, 2:nz) - Hx(2:nx, :, 1:nz - 1)) ...
        - e(1)*(Hz(2:nx, :, 2:nz) - Hz(1:nx - 1, :, 2:nz));
    Ez(2:nx, 2:ny, :) = Ez(2:nx, 2:ny, :) + e(1)*(Hy(2:nx, 2:ny, :) - Hy(1:nx - 1, 2:ny, :)) ...
        - e(2)*(Hx(2:nx, 2:ny, :) - Hx(2:nx, 1:ny - 1, :));
end
end
