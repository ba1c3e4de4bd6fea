function drv_nb1d(n)
% Driver for NB1D: n bodies on a line, n known only at run time.  Momentum
% must not change and energy only by the error of the time step.
if nargin < 1
    n = 28;
end
validateattributes(n, {'double'}, {'scalar', 'integer', 'positive'});
k = (1:n)';
x = 2*k/n - 1 + 0.3*sin(7*k)/n;
v = 0.1*cos(3*k);
m = (1 + 0.5*sin(k))/n;
dT = 0.002;
nt = 150;
soft = 0.1;

[x1, v1, e0, e1] = nb1d(n, x, v, m, dT, nt, soft);

p0 = sum(m.*v);
p1 = sum(m.*v1);
c0 = sum(m.*x)/sum(m);
c1 = sum(m.*x1)/sum(m);
assert(abs(p1 - p0) < 1e-12);
assert(abs(c1 - c0 - nt*dT*p0/sum(m)) < 1e-12);
assert(abs(e1 - e0) < 1e-3*abs(e0));
fprintf('nb1d: %d bodies, energy %.5f, spread %.5f\n', n, e1, max(x1) - min(x1));
fprintf('nb1d: sums %.6f and %.6f\n', sum(abs(x1)), sum(abs(v1)));
end
