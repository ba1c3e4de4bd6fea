function q = simpson (f, a, b, n)
  % The rule of Simpson with n intervals.
  h = (b - a) / n;
  q = f (a) + f (b);
  for k = 1:n - 1
    if mod (k, 2) == 1
      q = q + 4 * f (a + k * h);
    else
      q = q + 2 * f (a + k * h);
    end
  end
  q = q * h / 3;
end
