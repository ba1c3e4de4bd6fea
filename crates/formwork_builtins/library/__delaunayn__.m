function T = __delaunayn__ (pts, varargin)
  % The triangles between points of the plane, one point after the other (Bowyer and Watson).
  if nargin < 1
    print_usage ();
  end
  if columns (pts) != 2
    error ("delaunayn: only points of the plane are triangulated here");
  end
  n = rows (pts);
  if n < 3
    T = zeros (0, 3);
    return;
  end
  low = min (pts);
  span = max (max (pts) - low);
  if span == 0
    span = 1;
  end
  middle = low + (max (pts) - low) / 2;
  far = 1e3 * span;
  all_points = [pts; middle + [-far, -far]; middle + [far, -far]; middle + [0, far]];
  T = n + [1, 2, 3];
  [center, radius] = circle_around (all_points, T);
  for k = 1:n
    p = all_points(k,:);
    inside = sum ((center - p) .^ 2, 2) <= radius * (1 + 1e-10);
    opened = T(inside,:);
    edges = [opened(:,[1, 2]); opened(:,[2, 3]); opened(:,[3, 1])];
    [~, first, which_edge] = unique (sort (edges, 2), "rows");
    counts = accumarray (which_edge(:), 1);
    border = edges(first(counts == 1), :);
    added = [border, k * ones(rows (border), 1)];
    [new_center, new_radius] = circle_around (all_points, added);
    flat = ! isfinite (new_radius);
    T = [T(! inside,:); added(! flat,:)];
    center = [center(! inside,:); new_center(! flat,:)];
    radius = [radius(! inside); new_radius(! flat)];
  end
  T = T(all (T <= n, 2), :);
end

function [center, radius] = circle_around (points, T)
  % The squares of the radii, and the centers, of the circles around triangles.
  a = points(T(:,1),:);
  b = points(T(:,2),:) - a;
  c = points(T(:,3),:) - a;
  d = 2 * (b(:,1) .* c(:,2) - b(:,2) .* c(:,1));
  bb = sum (b .^ 2, 2);
  cc = sum (c .^ 2, 2);
  offset = [(c(:,2) .* bb - b(:,2) .* cc) ./ d, (b(:,1) .* cc - c(:,1) .* bb) ./ d];
  center = a + offset;
  radius = sum (offset .^ 2, 2);
end
