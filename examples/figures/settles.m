function [a, c] = settles(a, b, turns)
% SETTLES  An elementwise product fed back in a loop.  The shape of a can change
%   in the first turn only; that of c is the same in every turn, so room for it
%   can be made before the loop.  The loop must turn at least once.
k = 0;
while k < turns
    c = a.*b;
    a = c;
    k = k + 1;
end
end
