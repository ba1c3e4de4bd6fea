function count = gliders (world)
  % How many gliders there are that go down and to the right.

  forms = cell (1, 4);
  cells = placed (false (8), read_pattern (pattern_text ('glider')), 3, 3);
  for k = 1:4
    forms{k} = trimmed (cells);
    cells = step (cells);
  end
  count = 0;
  pieces = components (world);
  for k = 1:numel (pieces)
    count += any (cellfun (@(form) isequal (form, pieces{k}), forms));
  end
end
