function [A, c] = polyArea2(P)
% signed area and centroid of a simple polygon, vertices in the rows of P

x = P(:,1);
y = P(:,2);
n = numel(x);
A = 0;
c = [0 0];
for k = 1:n
    kn = nextVertex(k, n);
    w = cross2([x(k) y(k)], [x(kn) y(kn)]);
    A = A + w/2;
    c = c + w*[x(k)+x(kn), y(k)+y(kn)];
end
c = c/(6*A);
end

function z = cross2(u, v)
% z component of the cross product of two plane vectors
z = u(1)*v(2) - u(2)*v(1);
end

function k = nextVertex(k, n)
k = mod(k, n) + 1;
end
