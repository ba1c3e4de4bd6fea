function [U, n, m] = dich(a, b, h, tol, limit)
% DICH  Laplace's equation on [0, a] x [0, b] with given border values, by
%   successive over-relaxation with the best factor for a rectangle.
n = round(a/h) + 1;
m = round(b/h) + 1;
U = zeros(n, m);
for i = 1:n
    U(i, 1) = (h*(i - 1))^3;
    U(i, m) = (h*(i - 1))^3 - 3*h*(i - 1)*b^2;
end
for j = 1:m
    U(n, j) = a^3 - 3*a*(h*(j - 1))^2;
end

w = 4/(2 + sqrt(4 - (cos(pi/(n - 1)) + cos(pi/(m - 1)))^2));
change = 1;
sweeps = 0;
while change > tol && sweeps < limit
    change = 0;
    for j = 2:m - 1
        for i = 2:n - 1
            shift = w*(U(i, j + 1) + U(i, j - 1) + U(i + 1, j) ...
                 + U(i - 1, j) - 4*U(i, j))/4;
            U(i, j) = U(i, j) + shift;
            change = max(change, abs(shift));
        end
    end
    sweeps = sweeps + 1;
end
end
