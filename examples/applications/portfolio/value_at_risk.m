function value_at_risk (returns, levels)
  % What is lost in a day at most, by history and by a bell of the same spread.

  sorted = sort (returns);
  for level = levels
    history = -quantile (sorted, 1 - level, 1, 7);
    beyond = mean (sorted(sorted <= -history));
    bell = -(mean (returns) - sqrt (2) * erfinv (2 * level - 1) * std (returns));
    printf ('%4.0f%%: history %6.3f%%  bell %6.3f%%  mean beyond %6.3f%%\n', 100 * level, ...
            100 * history, 100 * bell, -100 * beyond);
  end
end
