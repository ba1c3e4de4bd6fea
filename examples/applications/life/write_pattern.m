function text = write_pattern (cells)
  % The text in run-length code of some cells.

  lines = cell (1, rows (cells));
  signs = 'bo';
  for r = 1:rows (cells)
    last = find (cells(r, :), 1, 'last');
    line = signs(cells(r, 1:last) + 1);
    lines{r} = regexprep (line, '(b+|o+)', '<$1>');
    runs = regexp (line, 'b+|o+', 'match');
    short = cellfun (@(run) [num2str(numel (run)), run(1)], runs, 'UniformOutput', false);
    lines{r} = regexprep (strjoin (short, ''), '(?<!\d)1(?=[bo])', '');
  end
  text = [strjoin(lines, '$'), '!'];
end
