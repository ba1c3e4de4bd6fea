function [x, n] = bisection (f, a, b, tol)
  % Bisection, with checks of its arguments.
  if ! is_function_handle (f)
    error ('bisection: a function is needed');
  end
  if tol <= 0
    error ('bisection: a tolerance above zero is needed');
  end
  fa = f (a);
  n = 0;
  while (b - a) / 2 > tol
    n = n + 1;
    x = (a + b) / 2;
    fx = f (x);
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
