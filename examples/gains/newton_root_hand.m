function [x, steps] = newton_root_hand (x)
  for steps = 1:50
    d = (x ^ 3 - 2 * x - 5) / (3 * x ^ 2 - 2);
    x = x - d;
    if abs (d) < 1e-8
      return;
    end
  end
end
