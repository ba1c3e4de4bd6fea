function pieces = components (world)
  % The groups of living cells that touch each other, each without what is around it.

  labels = zeros (size (world));
  count = 0;
  pieces = {};
  for start = find (world(:))'
    if labels(start) > 0
      continue
    end
    count++;
    mask = false (size (world));
    mask(start) = true;
    do
      before = nnz (mask);
      mask = world & conv2 (double (mask), ones (3), 'same') > 0;
    until nnz (mask) == before
    labels(mask) = count;
    pieces{end + 1} = trimmed (mask);
  end
end
