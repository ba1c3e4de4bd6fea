function text = to_digits (base, width, n)
  % A number in some base, with leading zeros.
  names = '0123456789ABCDEF';
  if base < 2 || base > 16
    error ('to_digits: no base %d', base);
  end
  text = repmat ('0', 1, width);
  for k = width:-1:1
    text(k) = names(mod (n, base) + 1);
    n = floor (n / base);
  end
end
