function [random, numbers] = uniform (random, varargin)
  % Numbers between 0 and 1 in an array of that size.

  numbers = zeros (varargin{:});
  state = random.state;
  for k = 1:numel (numbers)
    state = mod (16807 * state, 2147483647);
    numbers(k) = state / 2147483647;
  end
  random.state = state;
end
