function [t, check] = bench_capr(n)
% Capacitance of a square coaxial line, n cells along a side.
start = cputime;
check = capr(0.01, 0.01, 0.02, 0.02, n, 1e-10, 1.85) * 1e12;
t = cputime - start;
end
