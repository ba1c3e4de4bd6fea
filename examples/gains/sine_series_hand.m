function s = sine_series_hand (x)
  s = 0 + 1 * x ^ 1 / 1 + -1 * x ^ 3 / 6 + 1 * x ^ 5 / 120 + -1 * x ^ 7 / 5040;
end
