function L = arclength(x, y)
% length of a polyline
x = x(:);
y = y(:);
dx = diff(x);
dy = diff(y);
seg = sqrt(dx.^2 + dy.^2);
w = ones(numel(seg), 1);
L = sum(w .* seg);
end
