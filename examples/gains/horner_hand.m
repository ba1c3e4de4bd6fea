function [p, d] = horner_hand (x)
  p1 = 2 * x - 3;
  p2 = p1 * x + 0.5;
  d = ((0 * x + 2) * x + p1) * x + p2;
  p = p2 * x + 1;
end
