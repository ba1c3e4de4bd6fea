function [xx, yy, zz] = peaks (x, y)
  % A surface with three summits; draws it if nobody asks for it.
  if nargin == 0
    x = y = linspace (-3, 3, 49);
  elseif nargin == 1
    if isscalar (x)
      x = y = linspace (-3, 3, x);
    else
      y = x;
    end
  end
  if isvector (x) && isvector (y)
    [x, y] = meshgrid (x, y);
  end
  z = 3 * (1 - x) .^ 2 .* exp (- x .^ 2 - (y + 1) .^ 2) ...
      - 10 * (x / 5 - x .^ 3 - y .^ 5) .* exp (- x .^ 2 - y .^ 2) ...
      - 1 / 3 * exp (- (x + 1) .^ 2 - y .^ 2);
  if nargout == 0
    surf (x, y, z);
  elseif nargout == 1
    xx = z;
  else
    xx = x; yy = y; zz = z;
  end
end
