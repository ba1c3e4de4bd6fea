function q = simpson_hand (a, b)
  h = (b - a) / 8;
  q = 1 / (1 + a ^ 2) + 1 / (1 + b ^ 2);
  for k = 1:2:5
    q = q + 4 * (1 / (1 + (a + k * h) ^ 2));
    q = q + 2 * (1 / (1 + (a + (k + 1) * h) ^ 2));
  end
  q = q + 4 * (1 / (1 + (a + 7 * h) ^ 2));
  q = q * h / 3;
end
