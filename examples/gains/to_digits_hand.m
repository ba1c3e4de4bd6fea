function text = to_digits_hand (n)
  text = '0000';
  text(4) = '0123456789ABCDEF'(mod (n, 16) + 1);
  n = floor (n / 16);
  text(3) = '0123456789ABCDEF'(mod (n, 16) + 1);
  n = floor (n / 16);
  text(2) = '0123456789ABCDEF'(mod (n, 16) + 1);
  n = floor (n / 16);
  text(1) = '0123456789ABCDEF'(mod (n, 16) + 1);
end
