function c = convn (a, b, shape)
  % The convolution of arrays of any number of dimensions.
  if nargin < 2 || nargin > 3
    print_usage ();
  end
  if nargin < 3, shape = "full"; end
  if ! any (strcmp (shape, {"full", "same", "valid"}))
    error ("convn: SHAPE type not valid");
  end
  count = max (ndims (a), ndims (b));
  sa = size (a); sa(end+1:count) = 1;
  sb = size (b); sb(end+1:count) = 1;
  c = zeros (max (sa + sb - 1, 0));
  if isa (a, "single") || isa (b, "single")
    c = single (c);
  end
  if isempty (a) || isempty (b)
    c = c([], []);
    return
  end
  % Page by page: the place of a page of the result is the sum of both places.
  pa = [sa(3:end), 1, 1];
  pb = [sb(3:end), 1, 1];
  at = cell (1, numel (pa));
  bt = cell (1, numel (pa));
  for k = 1:prod (pb)
    [bt{:}] = ind2sub (pb, k);
    for l = 1:prod (pa)
      [at{:}] = ind2sub (pa, l);
      target = num2cell ([at{:}] + [bt{:}] - 1);
      c(:, :, target{:}) += conv2 (a(:, :, l), b(:, :, k));
    end
  end
  target = cell (1, count);
  switch shape
    case "same"
      for d = 1:count
        target{d} = ceil ((sb(d) - 1) / 2) + (1:sa(d));
      end
      c = c(target{:});
    case "valid"
      for d = 1:count
        target{d} = sb(d):sa(d);
      end
      c = c(target{:});
  end
end
