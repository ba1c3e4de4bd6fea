function text = size_class (number)
  % A number said coarsely: what comes after the first digits depends on the order of additions.

  bounds = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
  place = find (number >= bounds, 1);
  if isempty (place)
    text = 'below 0.001';
  else
    text = sprintf ('at least %g', bounds(place));
  end
end
