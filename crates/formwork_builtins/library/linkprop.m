function link = linkprop (h, names)
  % Gives objects the same values of some properties; they are not kept the same.
  if nargin < 2
    print_usage ();
  end
  for name = cellstr (names)(:).'
    set (h, name{1}, get (h(1), name{1}));
  end
  link = [];
end
