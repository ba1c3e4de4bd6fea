function map = winter (n)
  % A map of colours.
  if nargin == 0
    n = rows (colormap ());
  elseif ! isscalar (n)
    error ("winter: N must be a scalar");
  end
  n = double (n);
  if n <= 0
    map = zeros (0, 3);
    return;
  end
  r = (0:n-1).' / max (n - 1, 1);
  map = [zeros(n, 1), r, 1 - r / 2];
end
