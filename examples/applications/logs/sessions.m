function sessions (log, pause)
  % Requests of one client without a long pause between them are a session.

  clients = unique (log.client);
  for k = 1:numel (clients)
    mine = strcmp (log.client, clients{k});
    times = sort (log.time(mine));
    starts = [1; find(diff (times) > pause) + 1];
    lengths = diff ([starts; numel(times) + 1]);
    [longest, which] = max (lengths);
    printf ('%-12s %3d sessions, the longest has %d requests from %s on\n', clients{k}, ...
            numel (starts), longest, clock_time (times(starts(which))));
  end
end
