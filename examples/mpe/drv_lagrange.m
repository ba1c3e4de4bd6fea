function drv_lagrange
% Driver for LAGRANGE_INTERP: a cubic is reproduced, sin is approximated.
x = linspace(0, 3, 13);
xi = [0, 1, 2.5, 3];
y = lagrange_interp(xi, xi.^3 - 2*xi + 1, x);
assert(max(abs(y - (x.^3 - 2*x + 1))) < 1e-12);

xs = linspace(0, 3, 8);
s = lagrange_interp(xs, sin(xs), x);
assert(max(abs(s - sin(x))) < 1e-4);
p = polyfit(xs, sin(xs), 7);
assert(max(abs(s - polyval(p, x))) < 1e-8);
fprintf('lagrange: cubic sum %.6f, sine at 1.25 %.6f\n', sum(y), s(6));
end
