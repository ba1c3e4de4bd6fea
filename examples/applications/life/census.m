function census (world)
  % What groups there are, and how many of each.

  texts = cellfun (@write_pattern, components (world), 'UniformOutput', false);
  if isempty (texts)
    printf ('  nothing\n');
    return
  end
  [names, ~, which] = unique (texts);
  counts = accumarray (which(:), 1);
  [~, order] = sort (-counts);
  for k = order'
    printf ('  %2d of %s\n', counts(k), names{k});
  end
end
