function B = legendreBasis(x, varargin)
% B = legendreBasis(x, N)          orders 0..N
% B = legendreBasis(x, [n1 n2 ..]) just those orders

x = x(:);
if numel(varargin{1}) == 1
    orders = 0:max(varargin{1});
else
    orders = varargin{1};
end

N = max(orders);
P = ones(numel(x), N+2);
P(:,2) = x;
for k = 2:N
    P(:,k+1) = ((2*k-1)*x.*P(:,k) - (k-1)*P(:,k-1))/k;
end
B = P(:, orders+1);
end
