function [t, check] = bench_diff(n)
% Two slits with n sources each.
start = cputime;
inten = diff(633e-9, 2e-5, 1e-4, 2, 0.05, 2e-5 / n);
t = cputime - start;
check = sum(inten) / n ^ 2;
end
