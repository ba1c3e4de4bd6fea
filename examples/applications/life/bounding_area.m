function area = bounding_area (world)
  % How large the box around all living cells is.

  area = numel (trimmed (world));
end
