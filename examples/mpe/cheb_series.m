function y = cheb_series(c, x)
% CHEB_SERIES  Sums Chebyshev series by Clenshaw's recurrence.
%   Row i of c holds the coefficients of T_0, T_1, ... of one series; x is a row
%   of points in [-1, 1].  y(i, j) is series i at point j.
rows = size(c, 1);
terms = size(c, 2);
points = size(x, 2);
xs = repmat(x, rows, 1);
b1 = zeros(rows, points);
b2 = zeros(rows, points);
for k = terms:-1:2
    b0 = repmat(c(:, k), 1, points) + 2*xs.*b1 - b2;
    b2 = b1;
    b1 = b0;
end
y = repmat(c(:, 1), 1, points) + xs.*b1 - b2;
end
