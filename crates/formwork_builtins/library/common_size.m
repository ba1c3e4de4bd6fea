function [err, varargout] = common_size (varargin)
  % Scalars grow to the size that the other arguments have in common.
  if nargin < 2
    error ("common_size: only makes sense if nargin >= 2");
  end
  err = 0;
  varargout = varargin;
  is_one = cellfun ("numel", varargin) == 1;
  if all (is_one)
    return;
  end
  others = find (! is_one);
  wanted = size (varargin{others(1)});
  for place = others(2:end)
    if ! isequal (size (varargin{place}), wanted)
      err = 1;
      return;
    end
  end
  for place = find (is_one)
    varargout{place} = repmat (varargin{place}, wanted);
  end
end
