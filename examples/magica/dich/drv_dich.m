function drv_dich
% Driver for DICH: a 2 by 2 plate with the harmonic function x^3 - 3 x y^2 on
% its border.  The five-point formula is exact for it.
a = 2;
b = 2;
h = 0.1;
tol = 1e-8;
limit = 500;
[U, n, m] = dich(a, b, h, tol, limit);

worst = 0;
for i = 1:n
    for j = 1:m
        x = (i - 1)*h;
        y = (j - 1)*h;
        worst = max(worst, abs(U(i, j) - x^3 + 3*x*y^2));
    end
end
assert(worst < 1e-6);
fprintf('dich: %d by %d nodes, centre %.5f, sum %.3f\n', n, m, U(11, 11), sum(sum(U)));
end
