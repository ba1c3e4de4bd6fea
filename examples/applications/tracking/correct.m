function [x, P] = correct (x, P, innovation, H, R)
  % Corrects a state by what a measurement differs from the expected one.

  S = H * P * H' + R;
  K = P * H' / S;
  x = x + K * innovation;
  rest = eye (rows (P)) - K * H;
  % The form that keeps the covariance symmetric and positive.
  P = rest * P * rest' + K * R * K';
end
