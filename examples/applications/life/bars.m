function bars (counts)
  % A bar for each count.

  for k = 1:numel (counts)
    printf ('%3d %s\n', counts(k), repmat ('|', 1, counts(k)));
  end
end
