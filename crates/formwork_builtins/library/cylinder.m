function [xx, yy, zz] = cylinder (varargin)
  % The points of a solid of revolution; draws it if nobody asks for them.
  r = [1, 1];
  n = 20;
  if numel (varargin) > 0, r = varargin{1}; end
  if numel (varargin) > 1, n = varargin{2}; end
  if numel (r) < 2
    error ("cylinder: length (R) must be larger than 2");
  end
  phi = linspace (0, 2*pi, n + 1);
  [phi, radius] = meshgrid (phi, r(:));
  z = repmat ((0:numel (r) - 1).' / (numel (r) - 1), 1, n + 1);
  x = radius .* cos (phi);
  y = radius .* sin (phi);
  if nargout > 0
    xx = x; yy = y; zz = z;
  else
    surf (x, y, z);
  end
end
