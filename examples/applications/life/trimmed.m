function [cells, corner] = trimmed (world)
  % The cells without what is dead around them, and where they were.

  [r, c] = find (world);
  if isempty (r)
    cells = false (0, 0);
    corner = [0, 0];
    return
  end
  corner = [min(r), min(c)];
  cells = world(min (r):max (r), min (c):max (c));
end
