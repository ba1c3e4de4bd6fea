function bursts (log, width)
  % Stretches of time in which several requests failed.

  times = sort (log.time(log.status >= 500));
  first = 1;
  while first <= numel (times)
    last = find (times <= times(first) + width, 1, 'last');
    if last > first
      printf ('%d failures between %s and %s\n', last - first + 1, clock_time (times(first)), ...
              clock_time (times(last)));
      first = last + 1;
    else
      first = first + 1;
    end
  end
  printf ('%d failures in all\n', numel (times));
end
