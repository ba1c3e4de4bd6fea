function p = orthogonal (family, n, x)
  % Orthogonal polynomials by their recurrences.
  before = ones (size (x));
  if n == 0
    p = before;
    return;
  end
  switch family
    case 'legendre'
      p = x;
    case 'hermite'
      p = 2 * x;
    case 'laguerre'
      p = 1 - x;
    otherwise
      error ('orthogonal: no family %s', family);
  end
  for k = 1:n - 1
    switch family
      case 'legendre'
        next = ((2 * k + 1) * x .* p - k * before) / (k + 1);
      case 'hermite'
        next = 2 * x .* p - 2 * k * before;
      case 'laguerre'
        next = ((2 * k + 1 - x) .* p - k * before) / (k + 1);
    end
    before = p;
    p = next;
  end
end
