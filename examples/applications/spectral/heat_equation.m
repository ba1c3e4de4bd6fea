function heat_equation (n)
  % How a temperature evens out: each wave decays by itself.

  x = 2 * pi * (0:n - 1)' / n;
  start = double (x > pi / 2 & x < pi) + 0.5 * double (x > 3 * pi / 2);
  k = wave_numbers (n);
  printf ('%6s %9s %9s %9s\n', 'time', 'least', 'most', 'mean');
  for time = [0.01 0.05 0.2 1 3]
    u = real (ifft (exp (-k .^ 2 * time) .* fft (start)));
    printf ('%6.2f %9.5f %9.5f %9.5f\n', time, min (u), max (u), mean (u));
  end
end
