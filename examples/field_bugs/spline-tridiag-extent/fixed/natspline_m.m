function M = natspline_m(x, y)
% second derivatives of the natural cubic spline through (x,y)
x = x(:);  y = y(:);
n = numel(x);
h = diff(x);
s = diff(y)./h;

% interior equations
dmain = 2*(h(1:n-2) + h(2:n-1));
dup = h(2:n-2);
A = diag(dmain) + diag(dup,1) + diag(dup,-1);
rhs = 6*diff(s);

M = zeros(n,1);
M(2:n-1) = A\rhs;
end
