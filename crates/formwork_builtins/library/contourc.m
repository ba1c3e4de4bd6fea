function [c, lev] = contourc (varargin)
  % The lines along which a surface has given heights: for each line a column with its height and
  % its number of points, then the points.
  if nargin < 1 || nargin > 4
    print_usage ();
  end
  vn = 10;
  if nargin < 3
    z = varargin{1};
    x = 1:columns (z);
    y = 1:rows (z);
  else
    [x, y, z] = varargin{1:3};
  end
  if rem (nargin, 2) == 0
    vn = varargin{nargin};
  end
  for part = {x, y, z}
    if ! (isnumeric (part{1}) && isreal (part{1}) && ndims (part{1}) == 2)
      error ("contourc: X, Y, and Z must be real numeric matrices");
    end
  end
  if rows (z) < 2 || columns (z) < 2
    error ("contourc: Z data must have at least 2 rows and 2 columns");
  end
  if isscalar (vn)
    lev = linspace (min (z(:)), max (z(:)), vn + 2)(2:end-1);
  else
    lev = unique (sort (vn));
  end
  x = double (x);
  y = double (y);
  z = double (z);
  if isvector (x) && isvector (y)
    c = lines_of (x(:).', y(:).', z, lev);
  elseif ! any ((x - x(1,:))(:)) && ! any ((y - y(:,1))(:))
    c = lines_of (x(1,:), y(:,1).', z, lev);
  else
    % Places between the points of a grid that is not straight are interpolated.
    c = lines_of (1:columns (z), 1:rows (z), z, lev);
    at = 1;
    while at < columns (c)
      range = at + (1:c(2,at));
      i = min (max (c(1,range), 1), columns (z));
      j = min (max (c(2,range), 1), rows (z));
      c(:,range) = [interp2(x, i, j)(:).'; interp2(y, i, j)(:).'];
      at += c(2,at) + 1;
    end
  end
end

function c = lines_of (x, y, z, lev)
  parts = {zeros(2, 0)};
  for level = lev(:).'
    parts = [parts, lines_at(x, y, z, level)];
  end
  c = [parts{:}];
end

function parts = lines_at (x, y, z, level)
  % The lines of one height: first those from border to border, then those that are closed.
  parts = {};
  above = z - level;
  above(abs (above) < eps) = 1;
  above = above > 0;
  % The sides of the cells of the grid that a line crosses.
  across = above(:,1:end-1) != above(:,2:end);
  upward = above(1:end-1,:) != above(2:end,:);
  m = rows (upward);
  n = columns (across);
  % Where lines begin: a cell, and its side. They are numbered from below against the clock's turn
  % of the axes: below, left, above, right.
  starts = zeros (2 * (m + n), 3);
  starts(1:2:2*n,:) = [ones(n, 1), (1:n).', ones(n, 1)];
  starts(2:2:2*n,:) = [m * ones(n, 1), (1:n).', 3 * ones(n, 1)];
  starts(2*n+1:2:end,:) = [(1:m).', ones(m, 1), 2 * ones(m, 1)];
  starts(2*n+2:2:end,:) = [(1:m).', n * ones(m, 1), 4 * ones(m, 1)];
  at_border = rows (starts);
  [column, row] = find (across(2:end,:).');
  starts = [starts; row(:), column(:), 3 * ones(numel (row), 1)];
  opposite = [3, 4, 1, 2];
  saddle = [4, 3, 2, 1];
  for index = 1:rows (starts)
    row = starts(index,1);
    column = starts(index,2);
    side = starts(index,3);
    open = [across(row,column), upward(row,column), across(row+1,column), upward(row,column+1)];
    if ! open(side)
      continue;
    end
    points = place (x, y, z, level, row, column, side);
    if index <= at_border
      if rem (side, 2) == 1
        across(row + (side == 3),column) = false;
      else
        upward(row,column + (side == 4)) = false;
      end
    end
    while true
      open = [across(row,column), upward(row,column), across(row+1,column), upward(row,column+1)];
      open(side) = false;
      if ! any (open)
        break;
      elseif sum (open) == 3
        side = saddle(side);
      else
        side = find (open)(1);
      end
      points(:,end+1) = place (x, y, z, level, row, column, side);
      if rem (side, 2) == 1
        across(row + (side == 3),column) = false;
      else
        upward(row,column + (side == 4)) = false;
      end
      row += (side == 3) - (side == 1);
      column += (side == 4) - (side == 2);
      if row < 1 || row > m || column < 1 || column > n
        break;
      end
      side = opposite(side);
    end
    parts(end+1:end+2) = {[level; columns(points)], points};
  end
end

function point = place (x, y, z, level, row, column, side)
  % Where a line crosses a side of a cell; beside what is lower than all, at its other end.
  if rem (side, 2) == 1
    row += side == 3;
    part = (level - z(row,column)) / (z(row,column+1) - z(row,column));
    part(isnan (part)) = 1;
    point = [x(column) + part * (x(column+1) - x(column)); y(row)];
  else
    column += side == 4;
    part = (level - z(row,column)) / (z(row+1,column) - z(row,column));
    part(isnan (part)) = 1;
    point = [x(column); y(row) + part * (y(row+1) - y(row))];
  end
end
