function consistency (truth, track)
  % Whether errors are as large as the filter believes: four on the average.

  count = columns (truth);
  squared = zeros (1, count);
  for k = 1:count
    difference = truth([1 3 2 4], k) - track.state(:, k);
    squared(k) = difference' * (track.covariance(:, :, k) \ difference);
  end
  printf ('  mean normalised squared error %.3f\n', mean (squared));
  edges = [0, 2, 4, 8, 16, Inf];
  counts = histc (squared, edges);
  for k = 1:numel (edges) - 1
    printf ('  %4g to %4g: %s\n', edges(k), edges(k + 1), repmat ('*', 1, counts(k)));
  end
end
