function show_confusion (net, points, classes)
  % How often which class was taken for which.

  found = predicted (net, points);
  counts = accumarray ([classes', found'], 1, [3, 3]);
  printf ('%8s%6d%6d%6d\n', 'is \ as', 1:3);
  for k = 1:3
    printf ('%8d%6d%6d%6d\n', k, counts(k, :));
  end
end
