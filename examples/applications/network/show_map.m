function show_map (net, width, height)
  % Which class the network sees where.

  [x, y] = meshgrid (linspace (-1, 1, width), linspace (1, -1, height));
  classes = reshape (predicted (net, [x(:)'; y(:)']), height, width);
  signs = '.o#';
  for row = 1:height
    printf ('%s\n', signs(classes(row, :)));
  end
end
