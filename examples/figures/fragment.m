function [a, b, c, d, e, h] = fragment(a, b, e, outer, inner)
% FRAGMENT  Two nested loops over matrix expressions, whose shapes are known in
%   terms of the shapes of a, b and e although none of these is known:
%     - both values of d have one shape, so one check serves both lines;
%     - after each turn of the outer loop a and b have one shape;
%     - c, a, b and e can have only a few shapes, all found in advance.
%   outer and inner are the numbers of turns; the outer loop must turn once.

d = max(b*b, abs(a)*b);
d = (b + a)*fix(b);
turn = 0;
while turn < outer
    c = a*b;
    a = c + (a.^b);
    b = c - (a./c);
    turn = turn + 1;
    lap = 0;
    while lap < inner
        e = e*d;
        lap = lap + 1;
    end
end
h = (b.^b) - a;
end
