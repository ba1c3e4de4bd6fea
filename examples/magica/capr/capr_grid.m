function [f, free] = capr_grid(a, b, c, d, n)
% CAPR_GRID  Potential to start from, and the nodes that may change.
h = 0.5*c/n;
m = round(0.5*d/h);
na = round(0.5*a/h);
nb = round(0.5*b/h);
f = zeros(n + 1, m + 1);
free = ones(n + 1, m + 1);
f(1:na + 1, 1:nb + 1) = ones(na + 1, nb + 1);
free(1:na + 1, 1:nb + 1) = zeros(na + 1, nb + 1);
free(n + 1, :) = zeros(1, m + 1);
free(:, m + 1) = zeros(n + 1, 1);
end
