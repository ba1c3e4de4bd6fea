function y = network_hand (x)
  y = [1 -1] * tanh ([0.5 -0.25; 1 0.75] * x + [0.1; -0.2]) + 0.3;
end
