function durations (log)
  % Quantiles of the durations, of all requests and of those that failed.

  kinds = {'all', true(size (log.status)); 'failed', log.status >= 500; 'found', log.status == 200};
  printf ('%-8s %8s %8s %8s %8s\n', 'kind', 'median', '90 %', '99 %', 'mean');
  for k = 1:rows (kinds)
    values = sort (log.duration(kinds{k, 2}));
    at = @(share) values(max (1, ceil (share * numel (values))));
    printf ('%-8s %8.1f %8.1f %8.1f %8.2f\n', kinds{k, 1}, at (0.5), at (0.9), at (0.99), mean (values));
  end
end
