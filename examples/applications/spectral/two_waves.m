function two_waves (n)
  % The faster wave overtakes the slower one; mass and energy stay.

  width = 50;
  x = width * (0:n - 1)' / n - width / 2;
  u = soliton (x, 3, -15) + soliton (x, 1, -5);
  spacing = width / n;
  mass = spacing * sum (u);
  energy = spacing * sum (u .^ 2);
  for time = 0:2:8
    if time > 0
      u = integrate_wave (u, width, 2, 1 / 500);
    end
    peaks = local_peaks (u, 1.0);
    printf ('time %d:', time);
    printf (' %.1f at %.1f,', [u(peaks)'; x(peaks)']);
    printf (' mass %.4f, energy %.2f\n', spacing * sum (u), spacing * sum (u .^ 2));
  end
  printf ('changes: mass %s, energy %s\n', magnitude (abs (spacing * sum (u) - mass)), ...
          magnitude (abs (spacing * sum (u .^ 2) / energy - 1)));
end

function places = local_peaks (u, least)
  left = circshift (u, 1);
  right = circshift (u, -1);
  places = find (u > left & u >= right & u > least);
end
