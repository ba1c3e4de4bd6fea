% A queueing simulation: one station, two ways to choose who is next, compared with theory.
%
% Events are objects of a class of values with an order; the list of events, the random numbers,
% the tallies and the stations are classes of handles.

between = 1.0;
service = 1.6;
horizon = 300;

stations = {Station(2), ShortestFirst(2), Station(3), ShortestFirst(3)};
for k = 1:numel (stations)
  station = simulate (stations{k}, 4711, between, service, horizon);
  printf ("%d servers, %s: %d served\n", station.servers, station.title (), station.served);
  station.waits.report ();
  station.lengths.report ();
end

% What the formula of Erlang says of the mean waiting time.
for servers = [2, 3]
  load_offered = service / between;
  terms = load_offered .^ (0:servers-1) ./ factorial (0:servers-1);
  last = load_offered ^ servers / factorial (servers) * servers / (servers - load_offered);
  waits = last / (sum (terms) + last);
  printf ("Erlang: %d servers, P (wait) = %.4f, mean wait %.4f\n", ...
          servers, waits, waits * service / (servers - load_offered));
end

% The same seed gives the same history.
a = simulate (Station (2), 99, between, service, 60);
b = simulate (Station (2), 99, between, service, 60);
printf ("repeated: %d\n", isequal (a.waits.average, b.waits.average) && a.served == b.served);

% Little's law: the mean length is the rate of arrivals times the mean wait.
waited = stations{1}.waits;
printf ("Little: %.4f customers wait on average\n", waited.n / horizon * waited.average);

try
  empty = EventList ();
  empty.pop ();
catch err
  printf ("%s: %s\n", err.identifier, err.message);
end
try
  stations{1}.busy = 7;
catch err
  disp (err.message);
end
shown = Tally ("a tally")
