function world = placed (world, cells, row, column)
  % The world with cells whose first one is at that place.

  [height, width] = size (cells);
  world(row:row + height - 1, column:column + width - 1) |= cells;
end
