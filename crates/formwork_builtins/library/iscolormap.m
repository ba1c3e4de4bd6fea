function retval = iscolormap (map)
  % Whether a matrix has a colour in each row.
  if nargin < 1
    print_usage ();
  end
  retval = ismatrix (map) && isreal (map) && isnumeric (map) && ndims (map) == 2 ...
           && columns (map) == 3 && isfloat (map) && min (map(:)) >= 0 && max (map(:)) <= 1;
end
