function [t, y] = euler_run_hand (y)
  t = 0;
  for k = 1:20
    y = y + 0.05 * (-y + sin (t));
    t = 0 + k * 0.05;
  end
end
