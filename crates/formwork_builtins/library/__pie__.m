function h = __pie__ (name, varargin)
  % The sectors of `pie` and `pie3`, from the top against the clock.
  if isscalar (varargin{1}) && numel (varargin) > 1 && isgraphics (varargin{1}, "axes")
    axes (varargin{1});
    varargin(1) = [];
  end
  x = varargin{1};
  if ! all (isfinite (x))
    error ("%s: all data in X must be finite", name);
  end
  newplot ();
  x = abs (x);
  if ! isvector (x)
    error ("%s: X must be a vector", name);
  end
  count = numel (x);
  whole = 1;
  if sum (x) >= 1
    whole = sum (x);
  end
  explode = zeros (size (x));
  labels = arrayfun (@(share) sprintf ("%d%%", round (100 * share)), x / whole, "UniformOutput", false);
  for k = 2:numel (varargin)
    option = varargin{k};
    if iscell (option)
      if numel (option) != count
        error ("%s: mismatch in number of labels and data", name);
      end
      labels = option;
    elseif isnumeric (option) || islogical (option)
      if ! size_equal (option, x)
        error ("%s: mismatch in number of elements in explode and data", name);
      end
      explode = option;
    else
      error ("%s: %s is invalid as an optional argument", name, class (option));
    end
  end
  % Angles in degrees; an arc has a point every four of them.
  ends = [0; cumsum(x(:) / whole * 360)];
  h = [];
  for k = 1:count
    arc = ends(k):4:ends(k + 1);
    if arc(end) != ends(k + 1)
      arc(end + 1) = ends(k + 1);
    end
    middle = (arc(1) + arc(end)) / 2;
    away = 0.1 * (explode(k) != 0);
    px = [0, -sind(arc)] - away * sind (middle);
    py = [0, cosd(arc)] + away * cosd (middle);
    tx = -1.2 * sind (middle);
    ty = 1.2 * cosd (middle);
    if strcmp (name, "pie3")
      level = 0.35;
      bottom = patch (px, py, zeros (size (px)), k);
      sx = [px, px(1)];
      sy = [py, py(1)];
      sz = [zeros(size (sx)); level * ones(size (sx))];
      side = surface ([sx; sx], [sy; sy], sz, k * ones (size (sz)));
      top = patch (px, py, level * ones (size (px)), k);
      % What is in front stands at the bottom, what is behind above the top.
      seen = mod (atan2 (ty, tx) * 180 / pi + 37.5, 360);
      places = {"left", "right"};
      heights = [0.4, -0.05];
      label = text (tx, ty, heights((seen > 180) + 1), labels{k});
      set (label, "horizontalalignment", places{(seen > 90 && seen < 270) + 1});
      h = [h; bottom; side; top; label];
    else
      places = {"right", "center", "left"};
      label = {"horizontalalignment", places{sign(tx) + 2}};
      h = [h; patch(px, py, k); text(tx, ty, labels{k}, label{:})];
    end
  end
  set (gca (), "clim", [1, max(count, 2)]);
  if strcmp (name, "pie3")
    axis ([-1.25, 1.25, -1.25, 1.25, -0.05, 0.4], "equal", "off");
    view (-37.5, 30);
  else
    axis ([-1.5, 1.5, -1.5, 1.5], "square", "off");
  end
end
