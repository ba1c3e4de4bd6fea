function found = classify (pattern, most)
  % What becomes of a pattern: it dies, stays, swings or travels.

  margin = most;
  [height, width] = size (pattern);
  world = placed (false (height + 2 * margin, width + 2 * margin), pattern, margin + 1, margin + 1);
  [first, corner] = trimmed (world);
  found.cells = nnz (pattern);
  found.period = 0;
  found.moved = [0, 0];
  found.kind = sprintf ('still busy after %d generations', most);
  for generation = 1:most
    world = step (world);
    [cells, place] = trimmed (world);
    if isempty (cells)
      found.kind = sprintf ('dies in generation %d', generation);
      return
    end
    if isequal (cells, first)
      found.period = generation;
      found.moved = place - corner;
      if any (found.moved)
        found.kind = 'travels';
      elseif generation == 1
        found.kind = 'stays';
      else
        found.kind = 'swings';
      end
      return
    end
  end
end
