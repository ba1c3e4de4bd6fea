function entry = parse_line (line)
  % One line of a log as a struct, checked.

  pattern = ['^(?<client>\d+(\.\d+){3}) (?<time>\d\d:\d\d:\d\d) (?<status>\d{3}) ' ...
             '(?<bytes>\d+) (?<duration>[\d.]+) (?<page>\S+)$'];
  names = regexp (line, pattern, 'names');
  if isempty (names) || isempty (fieldnames (names)) || isempty (names.client)
    error ('log:line', 'this is no line of a log: "%s"', line);
  end
  parts = sscanf (names.time, '%d:%d:%d');
  if any (parts >= [24; 60; 60])
    error ('log:time', 'there is no such time: %s', names.time);
  end
  entry.client = names.client;
  entry.seconds = [3600, 60, 1] * parts;
  entry.status = str2double (names.status);
  [path, query] = strtok (names.page, '?');
  entry.path = path;
  entry.query = struct ();
  pairs = strsplit (query(2:end), '&');
  for k = 1:numel (pairs)
    [key, value] = strtok (pairs{k}, '=');
    entry.query.(key) = value(2:end);
  end
end
