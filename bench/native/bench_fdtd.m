function [t, check] = bench_fdtd(n)
% Waves in a box of 24 by 20 by 16 cells, n steps.
L = [1, 0.8, 0.6];
N = [24, 20, 16];
dt = 0.9 / (299792458 * sqrt(sum((N ./ L) .^ 2)));
start = cputime;
[Ex, Ey, Ez] = fdtd(L, N, n, dt);
t = cputime - start;
check = sum(abs(Ex(:))) + sum(abs(Ey(:))) + sum(abs(Ez(:)));
end
