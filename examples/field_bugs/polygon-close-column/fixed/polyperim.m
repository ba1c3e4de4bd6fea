function p = polyperim (x, y)
  % perimeter of the polygon with the corners (x, y)
  if (nargin != 2)
    print_usage ();
  endif
  x = x(:);
  y = y(:);
  if (x(1) != x(end) || y(1) != y(end))
    x = [x; x(1)];
    y = [y; y(1)];
  endif
  p = sum (hypot (diff (x), diff (y)));
endfunction
