function names = __fieldnames__ (s)
  % The names of the fields of a struct.
  if nargin != 1
    print_usage ();
  end
  names = fieldnames (s);
end
