function [x, y, z] = pol2cart (theta, r, z)
  % Polar or cylindrical coordinates to Cartesian ones.
  if nargin < 1
    print_usage ();
  end
  if nargin == 1
    if ! (isnumeric (theta) && ismatrix (theta)) || ! any (columns (theta) == [2, 3])
      error ("pol2cart: matrix input must be a 2- or 3-element vector or a 2- or 3-column array");
    end
    if columns (theta) == 3, z = theta(:,3); end
    r = theta(:,2);
    theta = theta(:,1);
  end
  x = cos (theta) .* r;
  y = sin (theta) .* r;
end
