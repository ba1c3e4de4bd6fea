function value = lsode_options (name, new)
  % What lsode is told besides: shows all, gives the value of one, or sets it.
  persistent values = struct ("absolute_tolerance", sqrt (eps), "relative_tolerance", sqrt (eps), ...
                              "integration_method", "stiff", "initial_step_size", -1, ...
                              "maximum_order", -1, "maximum_step_size", -1, ...
                              "minimum_step_size", 0, "step_limit", 100000);
  names = strrep (fieldnames (values), "_", " ");
  if nargin == 0
    printf ("\nOptions for LSODE include:\n\n");
    printf ("  %-50s  %s\n  %-50s  %s\n", "keyword", "value", "-------", "-----");
    for k = 1:numel (names)
      shown = values.(strrep (names{k}, " ", "_"));
      if ! ischar (shown)
        shown = num2str (shown);
      end
      printf ("  %-50s  %s\n", names{k}, shown);
    end
    printf ("\n");
    return;
  end
  if ! ischar (name)
    error ("lsode_options: expecting keyword as first argument");
  end
  found = names(strncmpi (names, name, length (name)));
  if isempty (found)
    warning ("lsode_options: no match for `%s'", name);
  elseif nargin == 1
    value = values.(strrep (found{1}, " ", "_"));
  else
    values.(strrep (found{1}, " ", "_")) = new;
  end
end
