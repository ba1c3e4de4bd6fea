function [k, A] = convhull_area(x, y)
% indices of the convex hull (monotone chain) and its area
x = x(:); y = y(:);
n = numel(x);
if n < 3
    k = (1:n)';
    A = 0;
    return
end
[~, o] = sortrows([x y]);
k = [chain(o, x, y); chain(flipud(o), x, y)];
xs = x(k); ys = y(k);
A = abs(sum(xs.*ys([2:end 1]) - xs([2:end 1]).*ys))/2;
end

function h = chain(o, x, y)
h = zeros(0,1);
for i = o'
    while numel(h) > 1 && ...
          (x(h(end))-x(h(end-1)))*(y(i)-y(h(end-1))) - ...
          (y(h(end))-y(h(end-1)))*(x(i)-x(h(end-1))) <= 0
        h(end) = [];
    end
    h = [h; i];
end
h = h(1:end-1);
end
