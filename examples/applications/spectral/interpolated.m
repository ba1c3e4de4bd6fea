function value = interpolated (x, values, place)
  % The polynomial through values at Chebyshev's points, by the barycentric formula.

  n = numel (x) - 1;
  weights = (-1) .^ (0:n)';
  weights([1, end]) = weights([1, end]) / 2;
  hit = find (x == place, 1);
  if ~isempty (hit)
    value = values(hit);
    return
  end
  shares = weights ./ (place - x);
  value = sum (shares .* values) / sum (shares);
end
