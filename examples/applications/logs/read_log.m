function log = read_log (name)
  % The columns of a log as fields of a struct; lines that begin with # are comments.

  file = fopen (name, 'r');
  if file < 0
    error ('read_log:open', 'cannot open %s', name);
  end
  columns = textscan (file, '%s %s %d %d %f %s', 'CommentStyle', '#');
  fclose (file);
  log.client = columns{1};
  log.time = seconds_of (columns{2});
  log.status = double (columns{3});
  log.bytes = double (columns{4});
  log.duration = columns{5};
  log.page = columns{6};
end

function seconds = seconds_of (times)
  % hh:mm:ss as seconds since midnight.
  seconds = zeros (numel (times), 1);
  for k = 1:numel (times)
    parts = sscanf (times{k}, '%d:%d:%d');
    seconds(k) = [3600, 60, 1] * parts;
  end
end
