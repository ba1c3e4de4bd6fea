function drv_capr(n)
% Driver for CAPR: a square coaxial line whose outer side is twice the inner
% one.  Its exact capacitance is 10.2341 times the permittivity per metre.
if nargin < 1
    n = 32;
end
validateattributes(n, {'double'}, {'scalar', 'integer', 'positive'});
C = capr(0.01, 0.01, 0.02, 0.02, n, 1e-10, 1.85);
assert(abs(C/8.8541878e-12 - 10.2341) < 2/n);
fprintf('capr: %.4f pF per metre, %.5f times eps0\n', C*1e12, C/8.8541878e-12);
end
