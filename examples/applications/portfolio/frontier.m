function frontier (names, mu, sigma)
  % The portfolios of least variance for several returns, without and with short sales forbidden.

  printf ('%8s %8s', 'return', 'spread');
  printf ('%8s', names{:});
  printf ('   %s\n', 'no short sales');
  for target = linspace (min (mu), max (mu), 5)
    weights = least_variance (mu, sigma, target);
    allowed = long_only (mu, sigma, target);
    printf ('%7.2f%% %7.2f%%', 100 * target, 100 * sqrt (weights' * sigma * weights));
    printf ('%8.3f', weights);
    printf ('  %7.2f%%\n', 100 * sqrt (allowed' * sigma * allowed));
  end
end

function weights = least_variance (mu, sigma, target)
  % Solves the equations of Lagrange.
  n = numel (mu);
  A = [2 * sigma, mu, ones(n, 1); mu', 0, 0; ones(1, n), 0, 0];
  solution = A \ [zeros(n, 1); target; 1];
  weights = solution(1:n);
end

function best = long_only (mu, sigma, target)
  % Tries each set of assets that are held.
  n = numel (mu);
  best = NaN (n, 1);
  least = Inf;
  for code = 1:2 ^ n - 1
    held = find (bitand (code, 2 .^ (0:n - 1)));
    if numel (held) == 1
      if abs (mu(held) - target) > 1e-12
        continue
      end
      weights = 1;
    else
      weights = least_variance (mu(held), sigma(held, held), target);
    end
    variance = weights' * sigma(held, held) * weights;
    if all (weights >= -1e-12) && variance < least
      least = variance;
      best = zeros (n, 1);
      best(held) = weights;
    end
  end
end
