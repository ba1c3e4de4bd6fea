function map = prism (n)
  % A map of colours.
  if nargin == 0
    n = rows (colormap ());
  elseif ! isscalar (n)
    error ("prism: N must be a scalar");
  end
  n = double (n);
  if n <= 0
    map = zeros (0, 3);
    return;
  end
  colors = [1, 0, 0; 1, 0.5, 0; 1, 1, 0; 0, 1, 0; 0, 0, 1; 2/3, 0, 1];
  map = colors(mod (0:n-1, 6) + 1, :);
end
