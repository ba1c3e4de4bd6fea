function y = table_lookup (xs, ys, x)
  % Linear interpolation in a table, constant beyond its ends.
  n = numel (xs);
  if x <= xs(1)
    y = ys(1);
    return;
  end
  if x >= xs(n)
    y = ys(n);
    return;
  end
  for k = 1:n - 1
    if x < xs(k + 1)
      slope = (ys(k + 1) - ys(k)) / (xs(k + 1) - xs(k));
      y = ys(k) + slope * (x - xs(k));
      return;
    end
  end
end
