function varargout = strread (str, varargin)
  % Words and numbers of a text, as a format says: one output for each of its columns.
  persistent warned = false;
  if ! warned
    warned = true;
    warning ("Octave:legacy-function", "strread is obsolete; use textscan instead\n");
  end
  if nargin < 1 || ! ischar (str)
    error ("strread: STR must be a string");
  end
  formats = "%f";
  rest = varargin;
  if ! isempty (rest) && ischar (rest{1}) && (any (rest{1} == "%") || isempty (rest{1}))
    formats = rest{1};
    if isempty (formats)
      formats = "%f";
    end
    rest(1) = [];
  end
  repeat = {};
  if ! isempty (rest) && isnumeric (rest{1})
    if ! isempty (rest{1}) && rest{1} > 0
      repeat = rest(1);
    end
    rest(1) = [];
  end
  if rem (numel (rest), 2) != 0
    error ("strread: properties must be given in pairs");
  end
  % Comments are named by languages.
  for k = 1:2:numel (rest)
    if strcmpi (rest{k}, "commentstyle") && ischar (rest{k+1})
      styles = struct ("octave", "#", "matlab", "%", "shell", "#", "c", {{"/*", "*/"}}, "cpp", "//");
      name = strrep (lower (rest{k+1}), "+", "p");
      if isfield (styles, name)
        rest{k+1} = styles.(name);
      end
    end
  end
  count = numel (regexp (formats, '%(?!\*|%)'));
  if nargout > count || (count > 1 && nargout < count)
    error ("strread: the number of output variables must match that specified by FORMAT");
  end
  columns = textscan (str, formats, repeat{:}, rest{:});
  varargout = columns(:).';
end
