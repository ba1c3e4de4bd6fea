function u = pid_run (gains, limits, dt, e)
  % A controller with three parts and limits.
  u = zeros (1, numel (e));
  integral = 0;
  last = 0;
  for k = 1:numel (e)
    integral = integral + e(k) * dt;
    rate = (e(k) - last) / dt;
    v = gains.p * e(k) + gains.i * integral + gains.d * rate;
    if ! isempty (limits)
      if v > limits(2)
        v = limits(2);
      elseif v < limits(1)
        v = limits(1);
      end
    end
    u(k) = v;
    last = e(k);
  end
end
