function s = sine_series (terms, x)
  % The series of the sine.
  s = 0;
  for k = 0:terms - 1
    s = s + (-1) ^ k * x ^ (2 * k + 1) / factorial (2 * k + 1);
  end
end
