function prices = read_prices (name)
  % The table as dates, names and a matrix of prices; what is wrong with a line is said.

  file = fopen (name, 'r');
  if file < 0
    error ('read_prices: cannot open %s', name);
  end
  heads = strsplit (fgetl (file), ',');
  prices.name = heads(2:end);
  prices.date = [];
  prices.value = [];
  number = 1;
  while ischar (line = fgetl (file))
    number = number + 1;
    parts = strsplit (strtrim (line), ',');
    values = cellfun (@str2double, parts(2:end));
    if numel (values) ~= numel (prices.name) || any (isnan (values))
      error ('read_prices: line %d of %s is wrong: %s', number, name, line);
    end
    ymd = sscanf (parts{1}, '%d-%d-%d');
    prices.date(end + 1, 1) = datenum (ymd(1), ymd(2), ymd(3));
    prices.value(end + 1, :) = values;
  end
  fclose (file);
end
