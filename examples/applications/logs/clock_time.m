function text = clock_time (seconds)
  % Seconds since midnight as hh:mm:ss.

  text = sprintf ('%02d:%02d:%02d', floor (seconds / 3600), mod (floor (seconds / 60), 60), ...
                  mod (seconds, 60));
end
