function count = parameter_count (net)
  % How many numbers are learned.

  count = sum (arrayfun (@(layer) numel (layer.weights) + numel (layer.bias), net.layers));
end
