function [strength, direction] = gradients (image)
  % How steep the greys are, and in which of four directions.

  sobel = [1 2 1; 0 0 0; -1 -2 -1];
  dy = convolve (image, sobel);
  dx = convolve (image, sobel');
  strength = hypot (dx, dy);
  direction = mod (round (atan2 (dy, dx) / (pi / 4)), 4);
end
