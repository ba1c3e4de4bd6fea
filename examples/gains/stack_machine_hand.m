function y = stack_machine_hand (x)
  y = sin (3 * x + 2) * x;
end
