% WRONG: X*y should be X'*y; the inner extents 2 and n differ unless n is 2.
function beta = fit_line(x, y)
% FIT_LINE  Intercept and slope of the line closest to the points (x, y).
x = x(:);
y = y(:);
n = numel(x);
X = [ones(n, 1), x];
beta = (X'*X)\(X*y);
end
