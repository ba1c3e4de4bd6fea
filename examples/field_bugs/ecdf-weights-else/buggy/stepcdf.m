function [F, xs] = stepcdf(x, w)
% empirical distribution function, optionally with weights
% returns the values at and before the first of the sorted data
[xs, j] = sort(x(:));
n = numel(xs);
xs = [xs(1); xs];

if nargin < 2 || isempty(w)
    F = (0:n)'/n;
else
    w = w(:);
    F = cumsum(w(j))/sum(w); %? bug
end

% keep the highest value for ties
same = [xs(1:end-1) == xs(2:end); false];
same(1) = false;
F = F(~same); %? bug
xs = xs(~same);
end
