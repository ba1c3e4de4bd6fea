function C = capr(a, b, c, d, n, tol, rel)
% CAPR  Capacitance per metre of a rectangular coaxial transmission line.
%   Inner conductor a by b at 1 V inside an outer conductor c by d at 0 V.
%   One quarter of the cross section is covered with n cells in x.

[f, free] = capr_grid(a, b, c, d, n);
old = 0;
q = 1;
while abs(q - old) > tol*q
    old = q;
    for k = 1:10
        f = capr_relax(f, free, rel);
    end
    q = capr_charge(f);
end
C = 4*8.8541878e-12*q;
end
