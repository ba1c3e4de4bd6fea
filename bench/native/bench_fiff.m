function [t, check] = bench_fiff(n)
% Wave equation, n points in space and 2 n in time.
start = cputime;
U = fiff(1, 0.9, 2, n, 2 * n + 24);
t = cputime - start;
check = sum(abs(U(:)));
end
