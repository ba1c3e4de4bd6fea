function edges = thin_edges (strength, direction, threshold)
  % Pixels steeper than their neighbours along the slope.

  steps = [0 1; -1 1; 1 0; 1 1];
  edges = false (size (strength));
  for y = 2:rows (strength) - 1
    for x = 2:columns (strength) - 1
      step = steps(direction(y, x) + 1, :);
      here = strength(y, x);
      if here >= threshold && here >= strength(y + step(1), x + step(2)) ...
          && here > strength(y - step(1), x - step(2))
        edges(y, x) = true;
      end
    end
  end
end
