function map = spring (n)
  % A map of colours.
  if nargin == 0
    n = rows (colormap ());
  elseif ! isscalar (n)
    error ("spring: N must be a scalar");
  end
  n = double (n);
  if n <= 0
    map = zeros (0, 3);
    return;
  end
  r = (0:n-1).' / max (n - 1, 1);
  map = [ones(n, 1), r, 1 - r];
end
