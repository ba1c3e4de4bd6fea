function lines = table_of (cells, alignment)
  % A table with lines around it; the first row is the heading.

  widths = max (cellfun (@numel, cells), [], 1);
  border = ['+', strjoin(arrayfun (@(w) repmat ('-', 1, w + 2), widths, 'UniformOutput', false), '+'), '+'];
  lines = {border};
  for r = 1:rows (cells)
    parts = cell (1, columns (cells));
    for c = 1:columns (cells)
      room = widths(c) - numel (cells{r, c});
      switch alignment{c}
        case 'left'
          before = 0;
        case 'right'
          before = room;
        otherwise
          before = floor (room / 2);
      end
      parts{c} = [blanks(before + 1), cells{r, c}, blanks(room - before + 1)];
    end
    lines{end + 1} = ['|', strjoin(parts, '|'), '|'];
    if r == 1
      lines{end + 1} = strrep (border, '-', '=');
    end
  end
  lines{end + 1} = border;
end
