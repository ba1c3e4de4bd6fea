function map = copper (n)
  % A map of colours.
  if nargin == 0
    n = rows (colormap ());
  elseif ! isscalar (n)
    error ("copper: N must be a scalar");
  end
  n = double (n);
  if n <= 0
    map = zeros (0, 3);
    return;
  end
  x = (0:n-1).' / max (n - 1, 1);
  map = [min(1.25 * x, 1), 0.78125 * x, 0.4975 * x];
end
