function bits = gray_bits_hand (n)
  b1 = mod (floor (n / 8), 2);
  b2 = mod (floor (n / 4), 2);
  b3 = mod (floor (n / 2), 2);
  b4 = mod (floor (n / 1), 2);
  bits = [bitxor(b1, 0), bitxor(b2, b1), bitxor(b3, b2), bitxor(b4, b3)];
end
