function h = pie3 (varargin)
  % A chart of sectors in space: bottom, side, top and text for each number.
  if nargin < 1 || (isscalar (varargin{1}) && isgraphics (varargin{1}, "axes") && nargin < 2)
    print_usage ();
  end
  drawn = __pie__ ("pie3", varargin{:});
  if nargout > 0, h = drawn; end
end
