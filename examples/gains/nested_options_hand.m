function y = nested_options_hand (x)
  persistent w = 0.5 - 0.5 * cos (2 * pi * (0:7) / 7);
  y = 3 * sum (w .* x) + 0;
end
