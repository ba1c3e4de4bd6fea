function b = bin_of_hand (x)
  b = 0;
  if x >= 0 && x < 1
    b = 1;
  elseif x >= 1 && x < 10
    b = 2;
  elseif x >= 10 && x < 100
    b = 3;
  end
end
