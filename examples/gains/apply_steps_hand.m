function x = apply_steps_hand (x)
  x = min (max (2 .* x - 1, 0), 1);
end
