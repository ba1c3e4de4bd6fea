function drv_fiff
% Driver for FIFF: a string that swings in its first two modes at once.
a = 1;
b = 0.9;
c = 2;
n = 101;
m = 226;
U = fiff(a, b, c, n, m);
x = (0:n - 1)*(a/(n - 1));
exact = sin(pi*x)*cos(pi*c*b) + 0.5*sin(2*pi*x)*cos(2*pi*c*b);
assert(max(abs(U(:, m)' - exact)) < 2e-3);
fprintf('fiff: centre %.5f, quarter %.5f, sum %.3f\n', U(51, m), U(26, m), sum(sum(U)));
end
