function [n, varargout] = counted (varargin)
  n = nargin;
  for i = 1:nargout - 1
    varargout{i} = varargin{min (i, end)};
  end
end
function r = grown (k)
  r = [];
  for i = 1:k
    r(i, :) = [i, i];
    if numel (r) > 4, return; end
  end
end
function r = gridded (k)
  r = zeros (k, k, 2);
  for i = 1:k
    for j = i:k
      r(i, j, 1) = i * j;
    end
  end
end
function r = factorials (k)
  if k <= 1, r = 1; else, r = [factorials(k - 1), prod(1:k)]; end
end
function r = first_of (varargin)
  r = varargin{1};
  if nargin > 1 && isempty (r), r = varargin{2}; end
end
function f = make_counter ()
  c = 0;
  f = @() c + 1;
end
function r = inputs (p, varargin)
  r.p = p;
  for i = 1:2:numel (varargin)
    r.(varargin{i}) = varargin{i + 1};
  end
end
function varargout = gather_all (varargin)
  total = [];
  for i = 1:nargin
    total = [total; numel(varargin{i})];
  end
  varargout{1} = total;
  varargout{2} = varargin;
end
function r = noted (v)
  seen = v;
  r = {seen};
end
function r = marked (v)
  seen = {v};
  r = numel (seen{1});
end
function r = applied (f, v)
  r = f (v);
end
function r = deep_apply (f, v, k)
  if k <= 0, r = f (v); else, r = deep_apply (f, {v}, k - 1); end
end
function f = ifelse_of (c, f, g)
  if ~c, f = g; end
end
function r = kept_handle (f)
  persistent held
  if nargin, held = f; r = 0; else, r = held (1:4); end
end
function r = call_global (v)
  global held
  r = held (v);
end
function r = chosen (what, p)
  switch lower (what)
    case 'first'
      r = p(1);
    case {'double', 'char'}
      r = {what, p};
    otherwise
      r = what;
  end
end
function r = share (p)
  global shared_value
  if isempty (shared_value)
    shared_value = p;
  else
    shared_value = [shared_value(:); 1];
  end
  r = shared_value;
end
function r = safely (p, q)
  try
    r = p * q;
  catch problem
    r = problem.message;
  end
end
function r = ternary (p)
  if isempty (p), r = 'none'; elseif isscalar (p), r = p; else, r = p(2:end); end
end
function r = twice (f, p)
  r = feval (f, feval (f, p));
end
function [p, q] = quietly (p)
  unwind_protect
    q = p(1);
    p(end+1) = q;
  unwind_protect_cleanup
    if ~exist ('q', 'var'), q = []; end
  end_unwind_protect
end
