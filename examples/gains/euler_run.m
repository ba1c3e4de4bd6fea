function [t, y] = euler_run (f, t0, t1, n, y)
  % Steps of one length for an equation that is given as a handle.
  h = (t1 - t0) / n;
  t = t0;
  for k = 1:n
    y = y + h * f (t, y);
    t = t0 + k * h;
  end
end
