function map = hot (n)
  % A map of colours.
  if nargin == 0
    n = rows (colormap ());
  elseif ! isscalar (n)
    error ("hot: N must be a scalar");
  end
  n = double (n);
  if n <= 0
    map = zeros (0, 3);
    return;
  end
  part = floor (3 * n / 8);
  rest = n - 2 * part;
  ramp = (1:part).' / max (part, 1);
  red = [ramp; ones(n - part, 1)];
  green = [zeros(part, 1); ramp; ones(rest, 1)];
  blue = [zeros(2 * part, 1); (1:rest).' / rest];
  map = [red, green, blue];
end
