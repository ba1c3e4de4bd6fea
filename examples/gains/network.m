function y = network (weights, biases, activation, x)
  % A network of layers.
  for k = 1:numel (weights)
    x = weights{k} * x + biases{k};
    if k < numel (weights)
      x = activate (activation, x);
    end
  end
  y = x;
end

function y = activate (name, x)
  switch name
    case 'relu'
      y = max (x, 0);
    case 'tanh'
      y = tanh (x);
    case 'none'
      y = x;
    otherwise
      error ('network: no activation %s', name);
  end
end
