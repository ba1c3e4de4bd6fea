function drv_fdtd
% Driver for FDTD: three standing waves of a 1 x 0.8 x 0.6 m cavity.  Each is a
% mode of the scheme itself, so its phase after nt steps is known exactly.
L = [1, 0.8, 0.6];
N = [12, 10, 8];
nt = 200;
dt = 0.9/(299792458*sqrt(sum((N./L).^2)));
[Ex, Ey, Ez] = fdtd(L, N, nt, dt);

s = (299792458*dt*N./L.*sin(pi./(2*N))).^2;
cx = cos(2*nt*asin(sqrt(s(2) + s(3))));
cy = cos(2*nt*asin(sqrt(s(1) + s(3))));
cz = cos(2*nt*asin(sqrt(s(1) + s(2))));
assert(abs(Ex(3, 6, 5) - cx) < 1e-9);
assert(abs(Ey(7, 2, 5) - cy) < 1e-9);
assert(abs(Ez(7, 6, 1) - cz) < 1e-9);
fprintf('fdtd: Ex %.6f, Ey %.6f, Ez %.6f\n', Ex(3, 6, 5), Ey(7, 2, 5), Ez(7, 6, 1));
end
