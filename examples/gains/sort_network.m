function x = sort_network (pairs, x)
  % Sorts by comparing pairs of places in an order that is known.
  for k = 1:rows (pairs)
    i = pairs(k, 1);
    j = pairs(k, 2);
    if x(i) > x(j)
      t = x(i);
      x(i) = x(j);
      x(j) = t;
    end
  end
end
