function show_matrix (names, matrix)
  % A matrix with names at its rows and columns.

  printf ('%6s', '');
  printf ('%8s', names{:});
  printf ('\n');
  for k = 1:numel (names)
    printf ('%-6s', names{k});
    printf ('%8.3f', matrix(k, :));
    printf ('\n');
  end
end
