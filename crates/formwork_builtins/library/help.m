function text = help (name)
  % What is said of a function, or of a script: the first comment of its file.
  if nargin == 0
    disp ("help: ask with the name of a function: help NAME");
    return;
  end
  if ! ischar (name)
    error ("help: invalid input\n");
  end
  [said, format] = get_help_text (name);
  switch format
    case "Not found"
      error ("help: '%s' not found\n", name);
    case "Not documented"
      error ("help: '%s' is not documented\n", name);
  end
  if nargout > 0
    text = said;
    return;
  end
  where = evalc ("which (name)");
  if ! isempty (where)
    printf ("%s\n", where);
  end
  printf ("%s\n", said);
  printf (["\nAdditional help for built-in functions and operators is\n" ...
           "available in the online version of the manual.  Use the command\n" ...
           "'doc <topic>' to search the manual index.\n\n" ...
           "Help and information about Octave is also available on the WWW\n" ...
           "at https://www.octave.org and via the help@octave.org\n" ...
           "mailing list.\n"]);
end
