function map = hsv (n)
  % A map of colours.
  if nargin == 0
    n = rows (colormap ());
  elseif ! isscalar (n)
    error ("hsv: N must be a scalar");
  end
  n = double (n);
  if n <= 0
    map = zeros (0, 3);
    return;
  end
  sixth = 6 * (0:n-1).' / n;
  red = abs (sixth - 3) - 1;
  green = 2 - abs (sixth - 2);
  blue = 2 - abs (sixth - 4);
  map = min (max ([red, green, blue], 0), 1);
end
