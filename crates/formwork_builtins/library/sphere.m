function [xx, yy, zz] = sphere (varargin)
  % The points of a sphere; draws it if nobody asks for them.
  n = 20;
  if ! isempty (varargin), n = varargin{end}; end
  theta = linspace (0, 2*pi, n + 1);
  phi = linspace (-pi/2, pi/2, n + 1);
  [theta, phi] = meshgrid (theta, phi);
  x = cos (phi) .* cos (theta);
  y = cos (phi) .* sin (theta);
  z = sin (phi);
  if nargout > 0
    xx = x; yy = y; zz = z;
  else
    surf (x, y, z);
  end
end
