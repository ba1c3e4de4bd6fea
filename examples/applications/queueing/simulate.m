% Customers arrive at a station until a time, and are served.
function station = simulate (station, seed, between, service, horizon)
  random = Lehmer (seed);
  events = EventList ();
  events.push (Event (random.exponential (between), "arrival", []));
  number = 0;
  now = 0;
  while (! events.is_over ())
    event = events.pop ();
    now = event.time;
    switch (event.kind)
      case "arrival"
        number += 1;
        customer = struct ("number", number, "arrived", now, ...
                           "needs", random.exponential (service));
        started = station.arrive (now, customer);
        following = now + random.exponential (between);
        if (following < horizon)
          events.push (Event (following, "arrival", []));
        end
      case "departure"
        started = station.depart (now);
      otherwise
        error ("simulate: what is '%s'?", event.kind);
    end
    for k = 1:numel (started)
      events.push (Event (now + started{k}.needs, "departure", started{k}));
    end
  end
  station.lengths.finish (now);
end
