function map = jet (n)
  % A map of colours.
  if nargin == 0
    n = rows (colormap ());
  elseif ! isscalar (n)
    error ("jet: N must be a scalar");
  end
  n = double (n);
  if n <= 0
    map = zeros (0, 3);
    return;
  end
  % One bump of quarters of the length, at three places.
  quarter = ceil (n / 4);
  bump = [(1:quarter) / quarter, ones(1, quarter - 1), (quarter:-1:1) / quarter];
  green = ceil (quarter / 2) - (mod (n, 4) == 1) + (1:numel (bump));
  map = zeros (n, 3);
  for channel = 1:3
    places = green + quarter * (2 - channel);
    inside = places >= 1 & places <= n;
    map(places(inside), channel) = bump(inside);
  end
end
