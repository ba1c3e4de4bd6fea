function [r, n] = helper (p, varargin)
  n = nargin;
  if nargin > 1 && isequal (size (p), size (varargin{1}))
    r = p;
  else
    r = numel (p) + numel (varargin);
  end
end
function r = factorial_of (n)
  if n <= 1
    r = 1;
    return;
  end
  r = n * factorial_of (n - 1);
end
function varargout = spread (varargin)
  for k = 1:nargout
    if k > nargin
      error ('Spread:few', 'only %d of %d', nargin, nargout);
    end
    varargout{k} = varargin{k};
  end
end
function r = checked (x, limit)
  if nargin < 2
    limit = 3;
  end
  if isempty (x)
    error ('checked: nothing given');
  elseif numel (x) > limit
    error ('Checked:long', 'checked: %d elements, %s', numel (x), class (x));
  end
  r = -double (x(:)');
end
function r = counter (step)
  persistent total;
  if isempty (total) || nargin == 0
    total = 0;
  end
  if nargin > 0
    total += step;
  end
  r = total;
end
function r = twice_of (f, x)
  g = @(y) f (f (y));
  r = g (x);
end
function r = num (x)
  if isnumeric (x)
    r = x;
  else
    r = numel (x) + 0.5;
  end
end
