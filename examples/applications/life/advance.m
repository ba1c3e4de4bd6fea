function world = advance (world, count)
  % The world after some generations.

  for k = 1:count
    world = step (world);
  end
end
