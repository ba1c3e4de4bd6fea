function names = pattern_names ()
  % The patterns that have a name.

  names = {'block', 'beehive', 'blinker', 'toad', 'beacon', 'pulsar', 'glider', 'spaceship', ...
           'diehard'};
end
