function u = integrate_wave (u, width, time, dt)
  % Integrates u_t + u u_x + u_xxx = 0 with an integrating factor and Runge and Kutta's method.

  n = numel (u);
  scale = 2 * pi / width;
  k = wave_numbers (n) * scale;
  linear = 1i * k .^ 3;
  half = exp (linear * dt / 2);
  whole = half .^ 2;
  change = -0.5i * dt * k;
  v = fft (u);
  for step = 1:round (time / dt)
    a = change .* fft (real (ifft (v)) .^ 2);
    b = change .* fft (real (ifft (half .* (v + a / 2))) .^ 2);
    c = change .* fft (real (ifft (half .* v + b / 2)) .^ 2);
    d = change .* fft (real (ifft (whole .* v + half .* c)) .^ 2);
    v = whole .* v + (whole .* a + 2 * half .* (b + c) + d) / 6;
  end
  u = real (ifft (v));
end
