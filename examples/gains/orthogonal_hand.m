function p = orthogonal_hand (x)
  p2 = (3 * x .* x - ones (1, 5)) / 2;
  p3 = (5 * x .* p2 - 2 * x) / 3;
  p = (7 * x .* p3 - 3 * p2) / 4;
end
