function drv_nb3d(n)
% Driver for NB3D: n bodies in space, n known only at run time.
if nargin < 1
    n = 28;
end
validateattributes(n, {'double'}, {'scalar', 'integer', 'positive'});
k = (1:n)';
R = [cos(2.4*k), sin(2.4*k), 2*k/n - 1];
V = 0.3*[-sin(2.4*k), cos(2.4*k), 0.2*cos(5*k)];
m = (1 + 0.5*cos(k))/n;

[R1, V1, e0, e1] = nb3d(n, R, V, m, 0.005, 100, 0.05);

assert(max(abs(m'*V1 - m'*V)) < 1e-12);
L0 = sum(m.*(R(:, 1).*V(:, 2) - R(:, 2).*V(:, 1)));
L1 = sum(m.*(R1(:, 1).*V1(:, 2) - R1(:, 2).*V1(:, 1)));
assert(abs(L1 - L0) < 1e-12);
assert(abs(e1 - e0) < 1e-3*abs(e0));
fprintf('nb3d: %d bodies, energy %.5f, spin %.6f\n', n, e1, L1);
fprintf('nb3d: sums %.6f and %.6f\n', sum(sum(abs(R1))), sum(sum(abs(V1))));
end
