% The game of life: patterns are read from their texts, run, and told apart by what becomes of
% them; a gun shoots gliders, and a soup of chance settles.

printf ('== patterns ==\n');
names = pattern_names ();
printf ('%-12s %6s %7s %7s  %s\n', 'name', 'cells', 'period', 'moves', 'kind');
for k = 1:numel (names)
  found = classify (read_pattern (pattern_text (names{k})), 40);
  printf ('%-12s %6d %7d %7s  %s\n', names{k}, found.cells, found.period, ...
          sprintf ('%+d%+d', found.moved), found.kind);
end

printf ('\n== a glider ==\n');
world = placed (false (8, 12), read_pattern (pattern_text ('glider')), 2, 2);
for generation = [0 1 2 3 4 12]
  printf ('generation %d\n', generation);
  show (advance (world, generation));
end

printf ('\n== a gun ==\n');
world = placed (false (40, 60), read_pattern (pattern_text ('gun')), 2, 2);
counts = zeros (1, 91);
for generation = 0:90
  counts(generation + 1) = nnz (world);
  if mod (generation, 30) == 0
    printf ('generation %2d: %d cells, %d gliders\n', generation, counts(generation + 1), ...
            gliders (world));
  end
  world = step (world);
end
bars (counts(1:10:end));

printf ('\n== a soup ==\n');
world = soup (32, 48, 0.35, 2718);
history = zeros (0, 3);
seen = {};
for generation = 0:2500
  history(end + 1, :) = [generation, nnz(world), bounding_area(world)];
  key = fingerprint (world);
  place = find (strcmp (seen, key), 1);
  if ~isempty (place)
    printf ('from generation %d on it repeats itself every %d generations\n', place - 1, ...
            generation - place + 1);
    break
  end
  seen{end + 1} = key;
  world = step (world, 'torus');
end
for row = history(1:max (1, floor (end / 8)):end, :)'
  printf ('generation %3d: %4d cells in an area of %4d\n', row);
end
printf ('what is left:\n');
census (world);

printf ('\n== other rules ==\n');
rules = {'B3/S23', 'B36/S23', 'B2/S', 'B3678/S34678'};
for k = 1:numel (rules)
  world = soup (24, 24, 0.4, 5);
  for generation = 1:30
    world = step (world, 'torus', rules{k});
  end
  printf ('%-14s %4d cells after 30 generations\n', rules{k}, nnz (world));
end
