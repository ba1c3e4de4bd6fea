function [c, d, e] = onecheck(a, b)
% ONECHECK  Product, sum, difference: e always has the shape of d.  If the line
%   that makes d is legal so is the next one, whatever a and b are; the checks
%   of the last line can go.
c = a*b;
d = c + a;
e = d - a;
end
