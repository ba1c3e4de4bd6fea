function [SRmat, quad, err] = adpt(a, b, room, tol)
% ADPT  Adaptive quadrature by Simpson's rule.
%   Integrates the function at the end of this file over [a, b].  Each row of
%   SRmat describes one panel:
%       left end, right end, Simpson's rule, the same on two halves,
%       error estimate, error allowed.
%   The table starts with as many rows as room says and gains one whenever
%   a panel is cut in two and all rows are taken.

SRmat = zeros(room, 6);
SRmat(1, :) = panel(a, b, tol);
m = 1;
busy = 1;

while busy
    busy = 0;
    n = m;
    for p = 1:n
        row = SRmat(p, :);
        if row(5) > row(6)
            mid = (row(1) + row(2))/2;
            SRmat(p, :) = panel(row(1), mid, row(6)/2);
            m = m + 1;
            SRmat(m, :) = panel(mid, row(2), row(6)/2);
            busy = 1;
        end
    end
end

SRmat = SRmat(1:m, :);
coarse = SRmat(:, 3);
fine = SRmat(:, 4);
quad = sum(fine + (fine - coarse)/15);
err = sum(SRmat(:, 5));
end

function row = panel(left, right, allowed)
% Simpson's rule on one panel and on its two halves.
h = (right - left)/2;
mid = left + h;
fl = integrand(left);
fm = integrand(mid);
fr = integrand(right);
f1 = integrand(left + h/2);
f2 = integrand(mid + h/2);
coarse = h*(fl + 4*fm + fr)/3;
fine = h*(fl + 4*f1 + 2*fm + 4*f2 + fr)/6;
row = [left, right, coarse, fine, abs(fine - coarse)/15, allowed];
end

function y = integrand(x)
y = 1/((x - 1.3)^2 + 0.05^2) + sin(5*x);
end
