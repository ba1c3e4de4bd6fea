function track = track_extended (measured, models)
  % An extended Kalman filter on range and bearing; columns of NaN are no measurements.

  [F, Q] = motion (models);
  R = diag ([models.range_sigma, models.bearing_sigma] .^ 2);
  count = columns (measured);
  track = empty_track (count);
  [east, north] = to_plane (measured(:, 1));
  x = [east; 0; north; 0];
  P = diag ([500 150 500 150] .^ 2);
  for k = 1:count
    if k > 1
      x = F * x;
      P = F * P * F' + Q;
    end
    track.predicted(:, k) = x;
    track.expected(:, :, k) = P;
    if ~any (isnan (measured(:, k)))
      [predicted, H] = radar (x);
      innovation = measured(:, k) - predicted;
      innovation(2) = mod (innovation(2) + pi, 2 * pi) - pi;
      [x, P] = correct (x, P, innovation, H, R);
    end
    track.state(:, k) = x;
    track.covariance(:, :, k) = P;
  end
end

function [z, H] = radar (x)
  % What the radar sees of a state, and how that depends on it.
  range = hypot (x(1), x(3));
  z = [range; atan2(x(3), x(1))];
  H = [x(1) / range, 0, x(3) / range, 0; ...
       -x(3) / range ^ 2, 0, x(1) / range ^ 2, 0];
end
