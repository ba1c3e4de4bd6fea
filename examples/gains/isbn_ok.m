function ok = isbn_ok (weights, modulus, digits)
  % Whether a weighted sum of digits is a multiple of the modulus.
  if numel (digits) != numel (weights)
    error ('isbn_ok: %d digits are needed', numel (weights));
  end
  s = 0;
  for k = 1:numel (weights)
    s = s + weights(k) * digits(k);
  end
  ok = mod (s, modulus) == 0;
end
