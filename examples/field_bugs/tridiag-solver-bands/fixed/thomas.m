function x = thomas(a, b, c, d)
% tridiagonal system: a below, b on, c above the diagonal
n = numel(b);
for i = 2:n
    w = a(i-1) / b(i-1);
    b(i) = b(i) - w * c(i-1);
    d(i) = d(i) - w * d(i-1);
end
x = zeros(n, 1);
x(n) = d(n) / b(n);
for i = n-1:-1:1
    x(i) = (d(i) - c(i) * x(i+1)) / b(i);
end
end
