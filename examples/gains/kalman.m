function [x, P] = kalman (model, x, P, z)
  % One step of a Kalman filter with a model that does not change.
  if ! isfield (model, 'B')
    model.B = zeros (rows (model.F), 1);
  end
  x = model.F * x;
  P = model.F * P * model.F' + model.Q;
  S = model.H * P * model.H' + model.R;
  K = P * model.H' / S;
  x = x + K * (z - model.H * x);
  P = (eye (rows (P)) - K * model.H) * P;
end
