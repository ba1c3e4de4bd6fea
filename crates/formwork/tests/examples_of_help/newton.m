function x = newton (f, x, tol)
  % A root of f near x.
  h = 1e-6;
  while abs (f (x)) > tol
    x = x - f (x) * 2 * h / (f (x + h) - f (x - h));
  end
end
