function [x, y, z] = sph2cart (theta, phi, r)
  % Spherical coordinates to Cartesian ones.
  if nargin != 1 && nargin != 3
    print_usage ();
  end
  if nargin == 1
    if ! (isnumeric (theta) && ismatrix (theta)) || columns (theta) != 3
      error ("sph2cart: matrix input must be a 3-element vector or 3-column array");
    end
    r = theta(:,3);
    phi = theta(:,2);
    theta = theta(:,1);
  end
  x = r .* cos (phi) .* cos (theta);
  y = r .* cos (phi) .* sin (theta);
  z = r .* sin (phi);
end
