function map = pink (n)
  % A map of colours.
  if nargin == 0
    n = rows (colormap ());
  elseif ! isscalar (n)
    error ("pink: N must be a scalar");
  end
  n = double (n);
  if n <= 0
    map = zeros (0, 3);
    return;
  end
  map = sqrt ((2 * gray (n) + hot (n)) / 3);
end
