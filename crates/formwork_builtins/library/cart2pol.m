function [theta, r, z] = cart2pol (x, y, z)
  % Cartesian coordinates to polar or cylindrical ones.
  if nargin < 1
    print_usage ();
  end
  if nargin == 1
    if ! (isnumeric (x) && ismatrix (x)) || ! any (columns (x) == [2, 3])
      error ("cart2pol: matrix input must be a 2- or 3-element vector or a 2- or 3-column array");
    end
    if columns (x) == 3, z = x(:,3); end
    y = x(:,2);
    x = x(:,1);
  end
  theta = atan2 (y, x);
  r = sqrt (x .^ 2 + y .^ 2);
end
