function table_by (log, keys, title)
  % Counts, bytes and durations of requests with the same key, the most frequent first.

  [names, ~, group] = unique (keys);
  group = group(:);
  counts = accumarray (group, 1);
  bytes = accumarray (group, log.bytes);
  slowest = accumarray (group, log.duration, [], @max);
  [~, order] = sort (-counts);
  printf ('%-18s %8s %10s %8s\n', title, 'count', 'kB', 'slowest');
  for k = order'
    printf ('%-18s %8d %10.1f %8.1f\n', names{k}, counts(k), bytes(k) / 1000, slowest(k));
  end
end
