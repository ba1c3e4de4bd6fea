function x = tridiag(low, mid, up, rhs, n)
% TRIDIAG  Solves a tridiagonal system of n equations (Thomas algorithm).
for i = 2:n
    f = low(i - 1)/mid(i - 1);
    mid(i) = mid(i) - f*up(i - 1);
    rhs(i) = rhs(i) - f*rhs(i - 1);
end
x = zeros(1, n);
x(n) = rhs(n)/mid(n);
for i = n - 1:-1:1
    x(i) = (rhs(i) - up(i)*x(i + 1))/mid(i);
end
end
