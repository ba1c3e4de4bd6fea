function [xx, yy, zz] = sombrero (n)
  % The surface of the sinc function of the distance; draws it if nobody asks for it.
  if nargin < 1, n = 41; end
  [x, y] = meshgrid (linspace (-8, 8, n));
  r = sqrt (x .^ 2 + y .^ 2) + eps;
  z = sin (r) ./ r;
  if nargout == 0
    surf (x, y, z);
  elseif nargout == 1
    xx = z;
  else
    xx = x; yy = y; zz = z;
  end
end
