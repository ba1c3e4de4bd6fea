function r = scaled_norm_hand (x)
  r = 2.5 * sum (abs (x) .^ 3) ^ (1 / 3);
end
