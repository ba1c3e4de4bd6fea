% Statistics of a portfolio: prices are read from a table of comma-separated values, returns and
% risks follow, then portfolios that are efficient, and a simulation of what may come.

prices = read_prices ('prices.csv');
printf ('%d days, %d assets: %s\n', rows (prices.value), columns (prices.value), ...
        strjoin (prices.name, ', '));

returns = diff (log (prices.value));

printf ('\n== assets ==\n');
show_assets (prices, returns);

printf ('\n== correlations ==\n');
show_matrix (prices.name, corr (returns));

printf ('\n== regression on the market ==\n');
market = mean (returns, 2);
for k = 1:columns (returns)
  [alpha, beta, r2] = regression (market, returns(:, k));
  printf ('%-6s alpha %8.5f  beta %7.4f  R2 %.3f\n', prices.name{k}, alpha, beta, r2);
end

printf ('\n== efficient portfolios ==\n');
frontier (prices.name, mean (returns)' * 250, cov (returns) * 250);

printf ('\n== by month ==\n');
by_month (prices, returns);

printf ('\n== worst times ==\n');
weights = ones (columns (returns), 1) / columns (returns);
value = cumprod (1 + (exp (returns) - 1) * weights);
show_drawdowns (prices.date(2:end), value, 3);

printf ('\n== value at risk ==\n');
value_at_risk (returns * weights, [0.9 0.95 0.99]);

printf ('\n== moving averages ==\n');
crossings (prices, 1, 10, 40);
