function track = track_linear (measured, models)
  % A Kalman filter on measurements converted to coordinates.

  [F, Q] = motion (models);
  H = [1 0 0 0; 0 0 1 0];
  [east, north] = to_plane (measured);
  count = columns (measured);
  track = empty_track (count);
  x = [east(1); 0; north(1); 0];
  P = diag ([500 150 500 150] .^ 2);
  for k = 1:count
    if k > 1
      x = F * x;
      P = F * P * F' + Q;
    end
    R = converted_covariance (measured(:, k), models);
    [x, P] = correct (x, P, [east(k); north(k)] - H * x, H, R);
    track.state(:, k) = x;
    track.covariance(:, :, k) = P;
  end
end

function R = converted_covariance (z, models)
  c = cos (z(2));
  s = sin (z(2));
  turned = [c, -s; s, c];
  R = turned * diag ([models.range_sigma, z(1) * models.bearing_sigma] .^ 2) * turned';
end
