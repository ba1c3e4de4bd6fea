function [reg, varargout] = parseparams (params, varargin)
  % Splits arguments into those in front and the options behind, which begin with a text.
  is_text = cellfun ("isclass", params, "char");
  first = find (is_text, 1);
  if isempty (first)
    reg = params;
    options = {};
  else
    reg = params(1:first-1);
    options = params(first:end);
  end
  if nargin == 1
    varargout = {options};
    return;
  end
  names = varargin(1:2:end);
  varargout = varargin(2:2:end);
  if mod (numel (options), 2) != 0
    error ("parseparams: needs odd number of arguments");
  end
  for k = 1:2:numel (options)
    if ! ischar (options{k})
      error ("parseparams: expecting parameter names");
    end
    place = find (strcmpi (options{k}, names), 1);
    if isempty (place)
      error ("Octave:invalid-fun-call", "unrecognized option: %s", options{k});
    end
    varargout{place} = options{k+1};
  end
end
