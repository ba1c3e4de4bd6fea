function u = pid_run_hand (e)
  u = zeros (1, 30);
  integral = 0;
  last = 0;
  for k = 1:30
    x = e(k);
    integral = integral + x * 0.1;
    v = 2 * x + 0.5 * integral + 0.25 * ((x - last) / 0.1);
    if v > 1.5
      v = 1.5;
    elseif v < -1.5
      v = -1.5;
    end
    u(k) = v;
    last = x;
  end
end
