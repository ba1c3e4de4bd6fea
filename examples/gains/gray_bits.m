function bits = gray_bits (count, n)
  % The bits of the code of Gray of a number, highest first.
  bits = zeros (1, count);
  before = 0;
  for k = count:-1:1
    bit = mod (floor (n / 2 ^ (k - 1)), 2);
    bits(count - k + 1) = bitxor (bit, before);
    before = bit;
  end
end
