function fe = elemLoad(x1, x2, q, nGauss)
% consistent load vector of a linear bar element under the load q(x)
if nargin < 4
    nGauss = 2;
end
[xi, w] = gaussRule(nGauss);
J = (x2 - x1)/2;
x = x1 + (1 + xi)*J;
N = [(1 - xi)/2, (1 + xi)/2];
qx = arrayfun(q, x');
fe = N'*(w.*qx)*J; %? bug
fe = fe(:);
end
