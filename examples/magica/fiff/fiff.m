function U = fiff(a, b, c, n, m)
% FIFF  Wave equation u_tt = c^2 u_xx on [0, a] x [0, b] by central
%   differences; n points in space, m in time, both ends held, from rest.
h = a/(n - 1);
k = b/(m - 1);
r2 = (c*k/h)^2;
U = zeros(n, m);
for i = 2:n - 1
    U(i, 1) = sin(pi*h*(i - 1)) + 0.5*sin(2*pi*h*(i - 1));
end
for i = 2:n - 1
    U(i, 2) = (1 - r2)*U(i, 1) + 0.5*r2*(U(i + 1, 1) + U(i - 1, 1));
end
for j = 3:m
    for i = 2:n - 1
        U(i, j) = 2*(1 - r2)*U(i, j - 1) + r2*(U(i - 1, j - 1) + U(i + 1, j - 1)) - U(i, j - 2);
    end
end
end
