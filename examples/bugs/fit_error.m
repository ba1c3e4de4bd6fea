% WRONG: y is a column and fitted a row, so y - fitted silently becomes n by n.
function e = fit_error(x, y, slope)
% FIT_ERROR  Root mean square distance of the points from a line through 0.
y = y(:);
fitted = slope*x(:)';
d = y - fitted;
e = sqrt(sum(sum(d.^2))/numel(y));
end
