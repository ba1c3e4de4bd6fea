function [gradients, loss] = backward (net, input, wanted)
  % The derivatives of the loss with respect to weights and biases. The last layer is softmax
  % with cross entropy, or identity with half the squared error: both have the same derivative.

  [output, values] = forward (net, input);
  count = columns (input);
  if strcmp (net.layers(end).activation, 'softmax')
    loss = -sum (sum (wanted .* log (max (output, 1e-300)))) / count;
  else
    loss = sum (sum ((output - wanted) .^ 2)) / (2 * count);
  end
  delta = (output - wanted) / count;
  for k = numel (net.layers):-1:1
    gradients(k).weights = delta * values{k}';
    gradients(k).bias = sum (delta, 2);
    if k > 1
      delta = (net.layers(k).weights' * delta) .* (1 - values{k} .^ 2);
    end
  end
end
