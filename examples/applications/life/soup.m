function world = soup (height, width, share, seed)
  % A world in which each cell is alive by chance.

  world = false (height, width);
  state = seed;
  for k = 1:numel (world)
    state = mod (16807 * state, 2147483647);
    world(k) = state / 2147483647 < share;
  end
end
