function [east, north] = to_plane (measured)
  % Range and bearing as coordinates.

  east = measured(1, :) .* cos (measured(2, :));
  north = measured(1, :) .* sin (measured(2, :));
end
