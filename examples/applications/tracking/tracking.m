% Tracks an aircraft that turns, from noisy measurements of range and bearing: a linear filter on
% converted measurements, an extended one, and a smoother behind the latter.

noise = noise_source (20240311);
[noise, truth, measured] = flight (noise, 80, 2.0);

models.dt = 2.0;
models.acceleration = 2.0;
models.range_sigma = 35;
models.bearing_sigma = 0.6 * pi / 180;

linear = track_linear (measured, models);
extended = track_extended (measured, models);
smoothed = smooth (extended, models);

printf ('%6s %10s %10s %10s %10s\n', 'time', 'east', 'north', 'linear', 'extended');
for k = 1:8:columns (truth)
  printf ('%6.1f %10.1f %10.1f %10.2f %10.2f\n', (k - 1) * models.dt, truth(1, k), truth(2, k), ...
          distance (truth(:, k), linear.state(:, k)), distance (truth(:, k), extended.state(:, k)));
end

printf ('\nroot mean square errors behind the tenth measurement\n');
names = {'measurements', 'linear', 'extended', 'smoothed'};
[east, north] = to_plane (measured);
estimates = {[east; north], linear.state([1 3], :), extended.state([1 3], :), smoothed([1 3], :)};
for k = 1:numel (names)
  errors = estimates{k}(:, 10:end) - truth(1:2, 10:end);
  printf ('  %-12s %8.2f m\n', names{k}, sqrt (mean (sum (errors .^ 2, 1))));
end

printf ('\nconsistency of the extended filter\n');
consistency (truth, extended);

printf ('\na track with measurements missing\n');
gaps = measured;
gaps(:, 30:36) = NaN;
patched = track_extended (gaps, models);
for k = 28:2:40
  spread = sqrt (trace (patched.covariance([1 3], [1 3], k)));
  printf ('%6.1f  error %8.2f  expected %8.2f\n', (k - 1) * models.dt, ...
          distance (truth(:, k), patched.state(:, k)), spread);
end
