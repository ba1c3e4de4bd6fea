% WRONG: the row of ones has n rows and one column; it should be ones(1, n).
function Q = move_points(P, dx, dy)
% MOVE_POINTS  Shifts the points in the columns of the 2 by n matrix P.
n = size(P, 2);
M = [1, 0, dx; 0, 1, dy; 0, 0, 1];
H = [P; ones(n, 1)];
Q = M*H;
Q = Q(1:2, :);
end
