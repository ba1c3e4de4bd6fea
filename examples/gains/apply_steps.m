function x = apply_steps (steps, x)
  % Runs a list of named steps over data.
  for k = 1:rows (steps)
    value = steps{k, 2};
    switch steps{k, 1}
      case 'scale'
        x = value .* x;
      case 'shift'
        x = x + value;
      case 'clip'
        x = min (max (x, value(1)), value(2));
      otherwise
        error ('apply_steps: no step %s', steps{k, 1});
    end
  end
end
