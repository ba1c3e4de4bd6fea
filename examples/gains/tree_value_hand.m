function v = tree_value_hand (x)
  if x(1) < 0.5
    if x(2) < 0.25
      v = 1;
    else
      v = 2;
    end
  elseif x(3) < 0.75
    v = 3;
  else
    v = 4;
  end
end
