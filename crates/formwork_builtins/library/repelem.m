function y = repelem (x, varargin)
  % Repeats the elements of an array, each so many times along each dimension.
  if nargin < 2
    print_usage ();
  end
  for place = 1:numel (varargin)
    count = varargin{place};
    if ! (isnumeric (count) || islogical (count)) || any (count(:) != fix (count(:)))
      error ("repelem: all R arguments must be integers");
    end
    varargin{place} = max (double (count), 0);
  end
  if numel (varargin) == 1
    count = varargin{1};
    if isscalar (x)
      y = x(ones (1, count));
      return;
    end
    if ! isvector (x)
      error ("repelem: %dD Array requires %d or more input arguments, but only %d given", ...
             ndims (x), ndims (x) + 1, nargin);
    end
    if ! isscalar (count) && ! (isvector (count) && numel (count) == numel (x))
      error ("repelem: R1 must either be scalar or have the same number of elements as the vector to be replicated");
    end
    places = expanded (numel (x), count);
    if iscolumn (x)
      places = places.';
    end
    y = x(places);
    return;
  end
  if numel (varargin) < ndims (x)
    error ("repelem: %dD Array requires %d or more input arguments, but only %d given", ...
           ndims (x), ndims (x) + 1, nargin);
  end
  subscripts = cell (1, numel (varargin));
  for dimension = 1:numel (varargin)
    count = varargin{dimension};
    if ! isscalar (count) && numel (count) != size (x, dimension)
      error ("repelem: R_j vectors must have the same number of elements as the size of dimension j of X");
    end
    subscripts{dimension} = expanded (size (x, dimension), count);
  end
  y = x(subscripts{:});
end

function places = expanded (n, count)
  if isscalar (count)
    count = count * ones (1, n);
  end
  places = zeros (1, sum (count));
  at = 0;
  for k = 1:n
    places(at + (1:count(k))) = k;
    at += count(k);
  end
end
