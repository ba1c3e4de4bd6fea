function level = otsu (image)
  % The threshold that keeps two groups of greys furthest apart.

  counts = accumarray (min (floor (image(:)), 255) + 1, 1, [256, 1])';
  greys = 0:255;
  below = cumsum (counts);
  above = below(end) - below;
  sums = cumsum (counts .* greys);
  between = zeros (1, 256);
  valid = below > 0 & above > 0;
  low = sums(valid) ./ below(valid);
  high = (sums(end) - sums(valid)) ./ above(valid);
  between(valid) = below(valid) .* above(valid) .* (low - high) .^ 2;
  [~, place] = max (between);
  level = greys(place);
end
