function f = inline (expr, varargin)
  % A function of the variables of a text, or of those that are named.
  if nargin == 0
    print_usage ();
  end
  if ! ischar (expr)
    error ("inline: EXPR must be a string");
  end
  if nargin == 1
    names = symvar (expr);
    names = names(! ismember (names, {"i", "j", "NaN", "Inf", "NA", "pi", "e", "eps"}));
    if isempty (names)
      names = {"x"};
    end
  elseif nargin == 2 && isnumeric (varargin{1})
    names = [{"x"}, arrayfun(@(k) sprintf ("P%d", k), 1:varargin{1}, "UniformOutput", false)];
  else
    names = varargin;
  end
  f = str2func (sprintf ("@(%s) %s", strjoin (names(:).', ", "), expr));
end
