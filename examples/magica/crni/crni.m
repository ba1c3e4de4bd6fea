function U = crni(a, b, c, n, m)
% CRNI  Heat equation u_t = c^2 u_xx on [0, a] x [0, b] by the scheme of Crank
%   and Nicolson; n points in space, m in time, both ends kept at zero.
h = a/(n - 1);
k = b/(m - 1);
r = c^2*k/h^2;
U = zeros(n, m);
for i = 2:n - 1
    U(i, 1) = sin(pi*h*(i - 1)) + sin(3*pi*h*(i - 1));
end

low = -0.5*r*ones(1, n - 1);
mid = (1 + r)*ones(1, n);
up = -0.5*r*ones(1, n - 1);
mid(1) = 1;
mid(n) = 1;
up(1) = 0;
low(n - 1) = 0;
rhs = zeros(1, n);
for j = 2:m
    for i = 2:n - 1
        rhs(i) = (1 - r)*U(i, j - 1) + 0.5*r*(U(i - 1, j - 1) + U(i + 1, j - 1));
    end
    U(:, j) = tridiag(low, mid, up, rhs, n)';
end
end
