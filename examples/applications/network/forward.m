function [output, values] = forward (net, input)
  % What the network makes of columns of inputs, and what each layer gave.

  values = {input};
  for layer = net.layers
    sums = layer.weights * values{end} + layer.bias;
    switch layer.activation
      case 'tanh'
        values{end + 1} = tanh (sums);
      case 'softmax'
        powers = exp (sums - max (sums, [], 1));
        values{end + 1} = powers ./ sum (powers, 1);
      case 'identity'
        values{end + 1} = sums;
      otherwise
        error ('forward: no activation is called %s', layer.activation);
    end
  end
  output = values{end};
end
