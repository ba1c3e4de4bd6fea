function y = transform (steps, x)
  % A list of steps, each a name and a number.
  y = x;
  for k = 1:2:numel (steps)
    y = apply_step (steps{k}, steps{k + 1}, y);
  end
end

function y = apply_step (name, amount, x)
  switch name
    case 'scale'
      y = amount * x;
    case 'shift'
      y = x + amount;
    case 'power'
      y = x .^ amount;
    case 'clip'
      y = min (x, amount);
    otherwise
      error ('transform: no step %s', name);
  end
end
