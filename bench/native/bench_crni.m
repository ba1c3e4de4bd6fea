function [t, check] = bench_crni(n)
% Heat equation, n points in space and n in time.
start = cputime;
U = crni(1, 0.1, 1, n, n);
t = cputime - start;
check = sum(U(:));
end
