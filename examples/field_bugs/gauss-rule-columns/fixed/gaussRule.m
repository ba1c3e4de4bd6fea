function [xi, w] = gaussRule(n)
% Gauss-Legendre points and weights on [-1,1] (columns)
k = 1:n-1;
b = k./sqrt(4*k.^2 - 1);
[V, D] = eig(diag(b,1) + diag(b,-1));
[xi, o] = sort(diag(D));
w = 2*V(1,o)'.^2;
end
