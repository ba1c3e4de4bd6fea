function y = lagrange_interp(xi, yi, x)
% LAGRANGE_INTERP  Value at the points of x of the polynomial of least degree
%   through the points (xi(k), yi(k)).  xi, yi and x are rows.
n = numel(xi);
if numel(yi) ~= n
    error('lagrange_interp: xi and yi must have the same number of elements');
end
basis = ones(n, numel(x));
for k = 1:n
    for j = 1:n
        if j ~= k
            basis(k, :) = basis(k, :).*((x - xi(j))/(xi(k) - xi(j)));
        end
    end
end
y = zeros(1, numel(x));
for k = 1:n
    y = y + yi(k)*basis(k, :);
end
end
