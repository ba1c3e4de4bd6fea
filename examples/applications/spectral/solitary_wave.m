function solitary_wave (n)
  % The wave must be where its speed takes it.

  width = 40;
  x = width * (0:n - 1)' / n - width / 2;
  u = soliton (x, 2, -6);
  for time = 1:4
    u = integrate_wave (u, width, 1, 1 / 400);
    wanted = soliton (x, 2, -6 + 2 * time);
    [height, place] = max (u);
    printf ('time %d: height %.2f near %6.2f, error %s\n', time, height, x(place), ...
            magnitude (norm (u - wanted, Inf)));
  end
end
