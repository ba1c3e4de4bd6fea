function show_histogram (image, bins)
  % How many pixels have which grey.

  width = 256 / bins;
  counts = accumarray (floor (image(:) / width) + 1, 1, [bins, 1]);
  for k = 1:bins
    bar = repmat ('#', 1, round (60 * counts(k) / max (counts)));
    printf ('%3d..%3d %5d %s\n', (k - 1) * width, k * width - 1, counts(k), bar);
  end
end
