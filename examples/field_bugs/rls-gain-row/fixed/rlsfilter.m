function e = rlsfilter(u, d, order)
% recursive least squares
u = u(:);
d = d(:);
N = numel(u);
w = zeros(order, 1);
P = 100 * eye(order);
e = zeros(N, 1);
buf = zeros(order, 1);
for n = 1:N
    buf = [u(n); buf(1:order-1)];
    k = P * buf / (1 + buf' * P * buf);
    e(n) = d(n) - w' * buf;
    w = w + k * e(n);
    P = P - k * buf' * P;
end
end
