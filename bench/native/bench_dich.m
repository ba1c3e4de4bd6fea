function [t, check] = bench_dich(n)
% Laplace's equation on a grid of n by n cells.
start = cputime;
U = dich(2, 2, 2 / n, 1e-8, 500);
t = cputime - start;
check = sum(U(:));
end
