function y = moving_sum_hand (x)
  y = zeros (1, 40);
  y(1) = 0.5 * x(1) + 0.25 * x(2);
  for k = 2:39
    y(k) = 0.25 * x(k - 1) + 0.5 * x(k) + 0.25 * x(k + 1);
  end
  y(40) = 0.25 * x(39) + 0.5 * x(40);
end
