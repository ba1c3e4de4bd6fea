function [random, net] = train (random, net, input, wanted, options)
  % Improves a network by the method of Adam, on batches in an order that changes.

  count = columns (input);
  moments = struct ('weights', {net.layers.weights}, 'bias', {net.layers.bias});
  for k = 1:numel (moments)
    moments(k) = structfun (@(x) zeros (size (x)), moments(k), 'UniformOutput', false);
  end
  squares = moments;
  steps = 0;
  for epoch = 1:options.epochs
    [random, keys] = uniform (random, 1, count);
    [~, order] = sort (keys);
    losses = [];
    for first = 1:options.batch:count
      batch = order(first:min (first + options.batch - 1, count));
      [gradients, losses(end + 1)] = backward (net, input(:, batch), wanted(:, batch));
      steps = steps + 1;
      for k = 1:numel (net.layers)
        gradients(k).weights = gradients(k).weights + options.decay * net.layers(k).weights;
        for part = {'weights', 'bias'}
          name = part{1};
          gradient = gradients(k).(name);
          moments(k).(name) = 0.9 * moments(k).(name) + 0.1 * gradient;
          squares(k).(name) = 0.999 * squares(k).(name) + 0.001 * gradient .^ 2;
          change = moments(k).(name) / (1 - 0.9 ^ steps);
          scale = sqrt (squares(k).(name) / (1 - 0.999 ^ steps)) + 1e-8;
          net.layers(k).(name) = net.layers(k).(name) - options.rate * change ./ scale;
        end
      end
    end
    if mod (epoch, options.report) == 0
      printf ('epoch %3d: loss %s\n', epoch, size_class (mean (losses)));
    end
  end
end
