function [b, s2] = wlsq(X, y, w)
% weighted least squares
%   X  design matrix, y  response (column), w  weights (optional)

[n, p] = size(X);
y = y(:);
if nargin < 3
    w = ones(1, n); %? bug
else
    w = w(:);
    if numel(w) ~= n
        error('wlsq: one weight for each row of X is needed');
    end
end

sw = sqrt(w);
yw = sw .* y; %? bug
Xw = diag(sw) * X;
b = Xw \ yw;
s2 = sum((yw - Xw*b).^2)/(n - p);
end
