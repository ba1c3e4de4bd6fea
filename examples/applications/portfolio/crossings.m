function crossings (prices, asset, short, long)
  % Buys where the short moving average rises above the long one, and sells where it falls below.

  series = prices.value(:, asset);
  fast = filter (ones (short, 1) / short, 1, series);
  slow = filter (ones (long, 1) / long, 1, series);
  above = fast > slow;
  above(1:long) = above(long);
  changes = find (diff (above)) + 1;
  money = 1;
  bought = NaN;
  for day = changes'
    if above(day)
      bought = series(day);
      action = 'buy';
    elseif ~isnan (bought)
      money = money * series(day) / bought;
      action = 'sell';
    else
      continue
    end
    printf ('%s %-4s at %7.2f, worth %.4f\n', datestr (prices.date(day), 'yyyy-mm-dd'), action, ...
            series(day), money);
  end
end
