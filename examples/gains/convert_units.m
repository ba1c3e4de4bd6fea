function y = convert_units (from, to, x)
  % Lengths from one unit to another.
  names = {'m', 'km', 'cm', 'mile', 'foot', 'inch'};
  factors = [1, 1000, 0.01, 1609.344, 0.3048, 0.0254];
  a = 0;
  b = 0;
  for k = 1:numel (names)
    if strcmp (from, names{k})
      a = factors(k);
    end
    if strcmp (to, names{k})
      b = factors(k);
    end
  end
  if a == 0 || b == 0
    error ('convert_units: unknown unit');
  end
  y = x * a / b;
end
