function y = table_lookup_hand (x)
  if x <= 0
    y = 1;
  elseif x >= 4
    y = 17;
  elseif x < 1
    y = 1 + 1 * (x - 0);
  elseif x < 2
    y = 2 + 3 * (x - 1);
  elseif x < 3
    y = 5 + 5 * (x - 2);
  else
    y = 10 + 7 * (x - 3);
  end
end
