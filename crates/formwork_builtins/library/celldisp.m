function celldisp (c, name)
  % Shows the elements of a cell array, those of nested ones, too.
  if nargin < 1
    print_usage ();
  end
  if ! iscell (c)
    error ("celldisp: C must be a cell array");
  end
  if nargin < 2
    name = inputname (1);
  end
  for k = 1:numel (c)
    if isvector (c)
      label = sprintf ("%s{%d}", name, k);
    else
      places = cell (1, ndims (c));
      [places{:}] = ind2sub (size (c), k);
      label = sprintf ("%s{%s}", name, strjoin (cellfun (@(p) sprintf ("%d", p), places, "UniformOutput", false), ","));
    end
    if iscell (c{k})
      celldisp (c{k}, label);
    else
      printf ("%s = \n\n", label);
      disp (c{k});
      printf ("\n");
    end
  end
end
