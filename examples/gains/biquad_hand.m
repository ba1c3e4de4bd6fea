function y = biquad_hand (x)
  s1 = 0;
  s2 = 0;
  y = zeros (1, 40);
  for k = 1:40
    u = x(k);
    v = 0.25 * u + s1;
    s1 = 0.5 * u + s2 - -0.3 * v;
    s2 = 0.25 * u - 0.1 * v;
    y(k) = v;
  end
end
