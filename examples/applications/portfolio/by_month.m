function by_month (prices, returns)
  % The return of each month, best and worst asset.

  parts = datevec (prices.date(2:end));
  month = 12 * (parts(:, 1) - parts(1, 1)) + parts(:, 2);
  for m = unique (month)'
    total = 100 * (exp (sum (returns(month == m, :), 1)) - 1);
    [best, b] = max (total);
    [worst, w] = min (total);
    first = find (month == m, 1);
    printf ('%s %7.2f%%  best %-4s %7.2f%%  worst %-4s %7.2f%%\n', ...
            datestr (prices.date(first + 1), 'yyyy-mm'), mean (total), prices.name{b}, best, ...
            prices.name{w}, worst);
  end
end
