function show_regions (labels, count)
  % Area, centre and surrounding box of each region.

  for k = 1:count
    [y, x] = find (labels == k);
    printf ('%d: %4d pixels, centre (%.1f, %.1f), box %d..%d by %d..%d\n', k, numel (y), ...
            mean (x), mean (y), min (x), max (x), min (y), max (y));
  end
end
