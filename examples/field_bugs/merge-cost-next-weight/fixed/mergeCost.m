function cost = mergeCost(w)
  w = sort(w(:)');
  cost = 0;
  for k = 1:numel(w)
    s = w(k);
    cost = cost + s;
  end
end
