function [source, numbers] = normal (source, count)
  % Normally distributed numbers, by the polar form of Box and Muller.

  numbers = zeros (1, count);
  for k = 1:count
    [source, a] = uniform (source);
    [source, b] = uniform (source);
    numbers(k) = sqrt (-2 * log (a)) * cos (2 * pi * b);
  end
end

function [source, number] = uniform (source)
  source.state = mod (16807 * source.state, 2147483647);
  number = source.state / 2147483647;
end
