function [b, se, r2] = linfit(x, y)
% straight line fit, standard errors of the coefficients on request
x = x(:);
y = y(:);
n = length(x);
A = [ones(n,1) x];
b = A \ y;

if nargout > 1
    res = y - A*b;
    s2 = (res*res)/(n-2); %? bug
    se = sqrt(diag(s2*inv(A'*A)));
end
if nargout > 2
    r2 = 1 - sum(res.^2)/sum((y - mean(y)).^2);
end
end
