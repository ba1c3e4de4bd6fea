grid = zeros(4, 5);
for k = 1:columns(grid)
  grid(:, k) = grid(:, k) + k;
end
