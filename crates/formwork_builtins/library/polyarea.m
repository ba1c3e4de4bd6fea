function a = polyarea (x, y, dim)
  % The area of a polygon by its corners.
  if nargin < 2
    print_usage ();
  end
  if ! size_equal (x, y)
    error ("polyarea: X and Y must have the same shape");
  end
  if nargin < 3
    a = abs (sum (x .* (shift (y, -1) - shift (y, 1)))) / 2;
  else
    a = abs (sum (x .* (shift (y, -1, dim) - shift (y, 1, dim)), dim)) / 2;
  end
end
