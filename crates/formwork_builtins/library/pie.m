function h = pie (varargin)
  % A chart of sectors: a patch and its text for each number.
  if nargin < 1 || (isscalar (varargin{1}) && isgraphics (varargin{1}, "axes") && nargin < 2)
    print_usage ();
  end
  drawn = __pie__ ("pie", varargin{:});
  if nargout > 0, h = drawn; end
end
