function classes = predicted (net, points)
  % The likeliest class of each point.

  [~, classes] = max (forward (net, points), [], 1);
end
