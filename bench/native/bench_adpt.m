function [t, check] = bench_adpt(n)
% Adaptive quadrature of a sharp peak, n times.
start = cputime;
check = 0;
for k = 1:n
    [table, quad] = adpt(0, 4 + k / n, 30, 1e-9);
    check = check + quad + size(table, 1);
end
t = cputime - start;
end
