function y = fir_filter_hand (x)
  n = numel (x);
  y = zeros (1, n);
  for k = 4:n
    y(k) = 0.25 * x(k) + 0.5 * x(k - 1) - 0.125 * x(k - 2) + 0.75 * x(k - 3);
  end
end
