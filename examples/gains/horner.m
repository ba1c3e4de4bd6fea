function [p, d] = horner (c, x)
  % A polynomial and its derivative by the scheme of Horner.
  p = c(1);
  d = 0;
  for k = 2:numel (c)
    d = d * x + p;
    p = p * x + c(k);
  end
end
