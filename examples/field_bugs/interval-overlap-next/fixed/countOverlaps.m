function n = countOverlaps(starts, stops)
  starts = starts(:); stops = stops(:);
  n = 0;
  for i = 1:numel(starts)
    if i < numel(starts) && starts(i+1) < stops(i)
      n = n + 1;
    end
  end
end
