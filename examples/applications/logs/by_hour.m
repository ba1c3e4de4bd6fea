function by_hour (log)
  % A bar for each hour, and the share of errors in it.

  hours = floor (log.time / 3600) + 1;
  counts = accumarray (hours, 1, [24, 1]);
  errors = accumarray (hours, log.status >= 400, [24, 1]);
  for hour = find (counts)'
    printf ('%02d h %3d %5.1f %% %s\n', hour - 1, counts(hour), ...
            100 * errors(hour) / counts(hour), repmat ('=', 1, counts(hour)));
  end
end
