function show_assets (prices, returns)
  % Yearly return and spread of each asset, and what was lost at worst.

  printf ('%-6s %9s %9s %9s %8s %9s\n', 'asset', 'first', 'last', 'return', 'spread', 'drawdown');
  for k = 1:numel (prices.name)
    series = prices.value(:, k);
    [depth, ~, ~] = deepest (series);
    printf ('%-6s %9.2f %9.2f %8.2f%% %7.2f%% %8.2f%%\n', prices.name{k}, series(1), series(end), ...
            100 * 250 * mean (returns(:, k)), 100 * sqrt (250) * std (returns(:, k)), 100 * depth);
  end
end
