function [depth, peak, trough] = deepest (series)
  % The largest loss from a peak to what follows it, and where both are.

  high = cummax (series);
  [depth, trough] = max (1 - series ./ high);
  [~, peak] = max (series(1:trough));
end
