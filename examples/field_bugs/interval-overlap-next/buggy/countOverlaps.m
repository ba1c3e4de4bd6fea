function n = countOverlaps(starts, stops)
  starts = starts(:); stops = stops(:);
  n = 0;
  for i = 1:numel(starts)
    if starts(i+1) < stops(i) %? bug
      n = n + 1;
    end
  end
end
