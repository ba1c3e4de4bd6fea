function [x, P, innov] = kf_update (x, P, z, H, R)
  ## -*- one measurement update of a linear Kalman filter -*-
  ##   x  state estimate (column), P its covariance
  ##   z  measurement, H observation matrix, R noise covariance
  x = x(:);
  z = z(:);
  [m, n] = size (H);

  innov = z - H * x;
  S = H * P * H' + R;
  K = (P * H') / S;

  x += K * innov;
  IKH = eye (n) - K * H;
  P = IKH * P * IKH' + K * R * K';
  P = (P + P') / 2;
endfunction
