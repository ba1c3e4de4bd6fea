function share = accuracy (net, points, classes)
  % The share of the points whose class is found.

  share = mean (predicted (net, points) == classes);
end
