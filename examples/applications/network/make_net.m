function [random, net] = make_net (random, sizes, activations)
  % Layers of these sizes with weights chosen by chance, small enough for their number.

  for k = 1:numel (sizes) - 1
    [random, weights] = uniform (random, sizes(k + 1), sizes(k));
    layer.weights = (2 * weights - 1) * sqrt (6 / (sizes(k) + sizes(k + 1)));
    layer.bias = zeros (sizes(k + 1), 1);
    layer.activation = activations{k};
    net.layers(k) = layer;
  end
end
