function [x, n] = bisection_hand (a, b)
  fa = cos (a) - a;
  n = 0;
  while (b - a) / 2 > 1e-6
    n = n + 1;
    x = (a + b) / 2;
    fx = cos (x) - x;
    if fx == 0
      return;
    elseif sign (fx) == sign (fa)
      a = x;
      fa = fx;
    else
      b = x;
    end
  end
  x = (a + b) / 2;
end
