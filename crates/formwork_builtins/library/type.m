function text = type (varargin)
  % The text of functions, the values of variables.
  quiet = ! isempty (varargin) && any (strcmpi (varargin{1}, {"-q", "-quiet"}));
  names = varargin(1 + quiet:end);
  if isempty (names) || ! iscellstr (names)
    print_usage ();
  end
  texts = cell (size (names));
  for k = 1:numel (names)
    name = names{k};
    head = "";
    is_variable = isvarname (name) && evalin ("caller", sprintf ("exist (\"%s\", \"var\")", name)) == 1;
    if is_variable
      % Values are shown without their names.
      shown = evalc ("disp (evalin (\"caller\", name))");
      if ! quiet
        head = sprintf ("%s is a variable\n", name);
      end
      texts{k} = [head, shown];
      continue;
    end
    file = file_of (name);
    if ! isempty (file)
      [~, ~, extension] = fileparts (name);
      is_data = ! any (strcmp (extension, {"", ".m"}));
      if ! quiet && ! is_data
        head = sprintf ("%s is the user-defined function defined from: %s\n\n", name, file);
      end
      texts{k} = [head, fileread(file)];
    elseif any (exist (name, "builtin") == [2, 5]) || any (exist (name, "file") == [2, 5])
      texts{k} = sprintf ("%s is a built-in function", name);
    elseif ! isempty (which (name))
      texts{k} = sprintf ("%s is a command-line function", name);
    else
      error ("type: '%s' undefined\n", name);
    end
  end
  if nargout > 0
    text = texts;
  else
    printf ("%s\n", texts{:});
  end
end

function file = file_of (name)
  file = which (name);
  if isempty (file) || ! isfile (file)
    file = "";
    if isfile (name)
      file = name;
    end
  end
end
