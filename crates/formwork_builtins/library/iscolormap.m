function retval = iscolormap (map)
  % Whether a matrix has a colour in each row, whatever its numbers are.
  if nargin < 1
    print_usage ();
  end
  retval = isfloat (map) && isreal (map) && ndims (map) == 2 && columns (map) == 3;
end
