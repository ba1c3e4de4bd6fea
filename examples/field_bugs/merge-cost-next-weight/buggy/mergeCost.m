function cost = mergeCost(w)
  w = sort(w(:)');
  cost = 0;
  for k = 1:numel(w)
    s = w(k) + w(k+1); %? bug
    cost = cost + s;
  end
end
