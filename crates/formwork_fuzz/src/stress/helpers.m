function [r, n] = helper (p, varargin)
  n = nargin;
  if nargin > 1 && isequal (size (p), size (varargin{1}))
    r = p;
  else
    r = numel (p) + numel (varargin);
  end
end
function r = early (p)
  r = [];
  if isempty (p)
    return;
  end
  r = p(1);
  if numel (p) > 2
    r = p(:)';
    return;
  end
  r(2) = 1;
end
function r = countdown (k)
  if k <= 0
    r = [];
  else
    r = [countdown(k - 1), k];
  end
end
function r = depth (k)
  if k < 1
    r = 0;
    return;
  end
  r = 1 + depth (k - 1);
end
function varargout = several (p)
  for i = 1:max (nargout, 1)
    varargout{i} = p * i;
  end
end
function r = tick ()
  persistent count;
  if isempty (count)
    count = 0;
  end
  count = count + 1;
  r = count;
end
function [q, r] = split (p)
  q = p(1:floor (end / 2));
  if nargout > 1
    r = p(floor (end / 2) + 1:end);
  end
end
