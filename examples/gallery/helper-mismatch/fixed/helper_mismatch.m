function helper_mismatch()
  rotation = [0 -1; 1 0];
  points = [1 2; 3 4; 5 6]';
  disp(turned(rotation, points));
end
function q = turned(rotation, points)
  q = rotation * points;
end
