function q = gauss_rule_hand (a, b)
  half = (b - a) / 2;
  middle = (a + b) / 2;
  x1 = middle + half * -0.7745966692414834;
  x3 = middle + half * 0.7745966692414834;
  q = half * (0.5555555555555556 * (x1 ^ 2 * exp (-x1)) ...
              + 0.8888888888888888 * (middle ^ 2 * exp (-middle)) ...
              + 0.5555555555555556 * (x3 ^ 2 * exp (-x3)));
end
