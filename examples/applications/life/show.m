function show (world)
  % A picture of letters.

  signs = '.O';
  for row = signs(world + 1)'
    printf ('  %s\n', row);
  end
end
