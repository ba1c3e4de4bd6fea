function varargout = textread (filename, varargin)
  % Words and numbers of a file, as a format says: one output for each of its columns.
  persistent warned = false;
  if ! warned
    warned = true;
    warning ("Octave:legacy-function", "textread is obsolete; use textscan instead\n");
  end
  if nargin < 1
    print_usage ();
  end
  if ! ischar (filename) || (! isempty (varargin) && ! ischar (varargin{1}))
    error ("textread: first and second input arguments must be strings");
  end
  fid = fopen (filename, "r");
  if fid == -1
    error ("textread: could not open '%s' for reading", filename);
  end
  text = fread (fid, Inf, "char=>char").';
  fclose (fid);
  options = find (cellfun (@(option) ischar (option) && strcmpi (option, "headerlines"), varargin));
  if ! isempty (options)
    at = options(end);
    if numel (varargin) <= at || ! isnumeric (varargin{at+1})
      error ("textread: missing or illegal value for 'headerlines'");
    end
    ends = find (text == "\n");
    skipped = varargin{at+1};
    if skipped > 0 && numel (ends) >= skipped
      text(1:ends(skipped)) = [];
    elseif skipped > 0
      text = "";
    end
    varargin(at:at+1) = [];
  end
  state = warning ("off", "Octave:legacy-function", "local");
  [varargout{1:max (nargout, 1)}] = strread (text, varargin{:});
end
