function y = nested_options (options, x)
  % Options with defaults, in a struct of structs.
  defaults = struct ('window', struct ('kind', 'hann', 'length', 8), 'gain', 1, 'bias', 0);
  names = fieldnames (defaults);
  for k = 1:numel (names)
    if ! isfield (options, names{k})
      options.(names{k}) = defaults.(names{k});
    end
  end
  n = options.window.length;
  switch options.window.kind
    case 'hann'
      w = 0.5 - 0.5 * cos (2 * pi * (0:n - 1) / (n - 1));
    case 'box'
      w = ones (1, n);
    otherwise
      error ('nested_options: no window %s', options.window.kind);
  end
  y = options.gain * sum (w .* x) + options.bias;
end
