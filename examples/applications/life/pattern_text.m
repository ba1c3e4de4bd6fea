function text = pattern_text (name)
  % A pattern in run-length code: b is dead, o alive, $ ends a row, ! the pattern.

  switch name
    case 'block'
      text = '2o$2o!';
    case 'beehive'
      text = 'b2o$o2bo$b2o!';
    case 'blinker'
      text = '3o!';
    case 'toad'
      text = 'b3o$3o!';
    case 'beacon'
      text = '2o$o$3bo$2b2o!';
    case 'pulsar'
      text = ['2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$' ...
              'o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!'];
    case 'glider'
      text = 'bo$2bo$3o!';
    case 'spaceship'
      text = 'bo2bo$o$o3bo$4o!';
    case 'diehard'
      text = '6bo$2o$bo3b3o!';
    case 'gun'
      text = ['24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$' ...
              '10bo5bo7bo$11bo3bo$12b2o!'];
    otherwise
      error ('pattern_text: no pattern is called %s', name);
  end
end
