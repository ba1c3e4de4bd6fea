function [t, check] = speed_stencil(n)
% Sweeps a five-point stencil over a 40 by 40 grid n times.
m = 40;
u = zeros(m, m);
u(1, :) = 1;
start = cputime;
for sweep = 1:n
    for i = 2:m - 1
        for j = 2:m - 1
            u(i, j) = 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1));
        end
    end
end
t = cputime - start;
check = u(21, 21);
assert(all(u(:) >= 0));
end
