function cells = read_pattern (text)
  % The cells that a text in run-length code says.

  runs = regexp (text, '\d*[bo$!]', 'match');
  cells = false (1, 1);
  row = 1;
  column = 1;
  for k = 1:numel (runs)
    count = 1;
    if numel (runs{k}) > 1
      count = str2double (runs{k}(1:end - 1));
    end
    switch runs{k}(end)
      case 'o'
        cells(row, column:column + count - 1) = true;
        column = column + count;
      case 'b'
        column = column + count;
      case '$'
        row = row + count;
        column = 1;
      case '!'
        return
    end
  end
end
