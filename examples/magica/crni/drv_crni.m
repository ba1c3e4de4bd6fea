function drv_crni
% Driver for CRNI: a rod of length 1 cooling from sin(pi x) + sin(3 pi x),
% for which the heat equation has a closed solution.
a = 1;
b = 0.1;
c = 1;
n = 101;
m = 101;
U = crni(a, b, c, n, m);
x = (0:n - 1)*(a/(n - 1));
exact = exp(-pi^2*b)*sin(pi*x) + exp(-9*pi^2*b)*sin(3*pi*x);
assert(max(abs(U(:, m)' - exact)) < 2e-4);
fprintf('crni: centre %.6f, quarter %.6f, sum %.4f\n', ...
        U(51, m), U(26, m), sum(sum(U)));
end
