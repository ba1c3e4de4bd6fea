function q = turnCorner(a, b)
  % turns the corner (a, b) of a part by a right angle
  p = [a(1); b(1); 1];
  q = Turn.about(pi/2) * p; %? bug
end
