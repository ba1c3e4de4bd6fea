function out = tilde_expand (name)
  % The home folder in the place of a tilde in front.
  if nargin != 1
    print_usage ();
  end
  if ! (ischar (name) || iscellstr (name))
    error ("tilde_expand: argument must be char or cellstr object");
  end
  out = regexprep (name, "^~(?=/|$)", getenv ("HOME"));
end
