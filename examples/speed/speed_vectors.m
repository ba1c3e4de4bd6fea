function [t, check] = speed_vectors(n)
% Steps three bodies in space: operations on 3-vectors.
p = [1 0 0];
v = [0 1 0.1];
start = cputime;
for i = 1:n
    r = sqrt(p(1) ^ 2 + p(2) ^ 2 + p(3) ^ 2);
    a = -p / r ^ 3;
    v = v + 0.001 * a;
    p = p + 0.001 * v;
end
t = cputime - start;
check = sum(p);
assert(all(isfinite(p)));
end
