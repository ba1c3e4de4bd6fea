function lines = chart (months, width)
  % A bar for each month.

  most = max ([months.worth]);
  lines = cell (1, numel (months));
  for k = 1:numel (months)
    bar = repmat ('#', 1, round (width * months(k).worth / most));
    lines{k} = deblank (sprintf ('%s %10s %s', months(k).name, money (months(k).worth), bar));
  end
end
