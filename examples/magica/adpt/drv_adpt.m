function drv_adpt(tol)
% Driver for ADPT: integrates a sharp peak on top of a slow wave over [0, 4]
% and compares the result with the antiderivative.  The tolerance decides how
% many panels are needed, so the size of the table is known only at run time.

if nargin < 1
    tol = 1e-8;
end
validateattributes(tol, {'double'}, {'scalar', 'positive'});
a = 0;
b = 4;
room = 30;

[SRmat, quad, err] = adpt(a, b, room, tol);

w = 0.05;
exact = (atan((b - 1.3)/w) - atan((a - 1.3)/w))/w ...
        - (cos(5*b) - cos(5*a))/5;
assert(abs(quad - exact) < 10*tol);
assert(abs(sum(SRmat(:, 2) - SRmat(:, 1)) - (b - a)) < 1e-12);

panels = size(SRmat, 1);
widths = SRmat(:, 2) - SRmat(:, 1);
fprintf('adpt: integral %.8f, estimate within tolerance %d\n', quad, err <= tol);
fprintf('adpt: %d panels, widest %.5f, narrowest %.6f\n', ...
        panels, max(widths), min(widths));
end
