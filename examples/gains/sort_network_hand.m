function x = sort_network_hand (x)
  a = x(1);
  b = x(2);
  c = x(3);
  if a > b
    t = a;
    a = b;
    b = t;
  end
  if b > c
    t = b;
    b = c;
    c = t;
  end
  if a > b
    x = [b, a, c];
  else
    x = [a, b, c];
  end
end
