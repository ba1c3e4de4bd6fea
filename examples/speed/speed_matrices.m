function [t, check] = speed_matrices(n)
% Multiplies and adds 3 by 3 matrices.
a = [0.9 0.1 0; -0.1 0.9 0; 0 0 1];
m = eye(3);
start = cputime;
for i = 1:n
    m = a * m + 0.001 * a';
    if m(1, 1) > 100
        m = m / 100;
    end
end
t = cputime - start;
check = m(1, 1) + m(2, 2) + m(3, 3);
assert(all(isfinite(m(:))));
end
