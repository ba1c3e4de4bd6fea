% Reads the log of a web server with textscan and says what happened.

name = make_log ();
log = read_log (name);
delete (name);

printf ('%d requests from %d clients\n', numel (log.status), numel (unique (log.client)));
printf ('first at %s, last at %s\n', clock_time (min (log.time)), clock_time (max (log.time)));

printf ('\n== by status ==\n');
table_by (log, cellstr (num2str (log.status)), 'status');

printf ('\n== by page ==\n');
table_by (log, log.page, 'page');

printf ('\n== by kind of address ==\n');
table_by (log, cellfun (@kind_of_address, log.client, 'UniformOutput', false), 'network');

printf ('\n== by hour ==\n');
by_hour (log);

printf ('\n== durations ==\n');
durations (log);

printf ('\n== sessions ==\n');
sessions (log, 20 * 60);

printf ('\n== errors that come together ==\n');
bursts (log, 30 * 60);

printf ('\n== suspicious ==\n');
suspicious (log);

printf ('\n== a line that is wrong ==\n');
try
  parse_line ('10.0.0.4 25:00:00 200 17 1.0 /');
catch err
  printf ('%s: %s\n', err.identifier, err.message);
end
try
  parse_line ('no log at all');
catch err
  printf ('%s: %s\n', err.identifier, err.message);
end
entry = parse_line ('10.0.0.4 07:30:05 404 17 1.5 /missing?page=2&sort=up')
