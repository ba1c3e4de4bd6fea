function c = namedargs2cell (s)
  % The fields of a struct as names and values in turn.
  if nargin < 1
    print_usage ();
  end
  if ! isstruct (s)
    error ("namedargs2cell: S must be a scalar structure");
  end
  c = reshape ([fieldnames(s), struct2cell(s)].', 1, []);
end
