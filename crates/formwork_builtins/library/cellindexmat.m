function y = cellindexmat (x, varargin)
  % The same index into every element.
  if nargin == 0
    print_usage ();
  end
  if ! iscell (x)
    error ("cellindexmat: X must be a cell");
  end
  y = cell (size (x));
  for place = 1:numel (x)
    y{place} = x{place}(varargin{:});
  end
end
