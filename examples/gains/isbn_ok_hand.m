function ok = isbn_ok_hand (digits)
  ok = mod ([10 9 8 7 6 5 4 3 2 1] * digits', 11) == 0;
end
