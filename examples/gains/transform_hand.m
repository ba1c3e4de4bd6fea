function y = transform_hand (x)
  y = min (2 * (x + 1) .^ 2, 50);
end
