function d = edit_distance_hand (text)
  r0 = 0;
  r1 = 1;
  r2 = 2;
  r3 = 3;
  for k = 1:numel (text)
    c = text(k);
    s1 = min ([r1 + 1, k + 1, r0 + double(c != 'c')]);
    s2 = min ([r2 + 1, s1 + 1, r1 + double(c != 'a')]);
    r3 = min ([r3 + 1, s2 + 1, r2 + double(c != 't')]);
    r0 = k;
    r1 = s1;
    r2 = s2;
  end
  d = r3;
end
