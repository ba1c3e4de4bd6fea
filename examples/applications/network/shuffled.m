function [random, points, classes] = shuffled (random, points, classes)
  % The same points in another order.

  [random, keys] = uniform (random, 1, columns (points));
  [~, order] = sort (keys);
  points = points(:, order);
  classes = classes(order);
end
