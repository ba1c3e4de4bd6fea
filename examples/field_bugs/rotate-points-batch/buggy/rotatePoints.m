function Q = rotatePoints(P, angle)
  % P: n x 2 points
  c = cos(angle); s = sin(angle);
  R = [c -s; s c];
  n = size(P, 1);
  Q = zeros(n, 2);
  Q = R * P; %? missed bug
  Q = Q + repmat([1 1], n, 1); %? missed bug
end
