function [xx, yy, zz] = ellipsoid (xc, yc, zc, xr, yr, zr, n)
  % The points of an ellipsoid; draws it if nobody asks for them.
  if nargin < 6
    print_usage ();
  end
  if nargin < 7, n = 20; end
  [x, y, z] = sphere (n);
  x = xr * x + xc;
  y = yr * y + yc;
  z = zr * z + zc;
  if nargout > 0
    xx = x; yy = y; zz = z;
  else
    surf (x, y, z);
  end
end
