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
  places = cell (1, count);
  for k = 1:numel (b)
    [places{:}] = ind2sub (sb, k);
    target = cell (1, count);
    for d = 1:count
      target{d} = places{d} - 1 + (1:sa(d));
    end
    c(target{:}) += a * b(k);
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
