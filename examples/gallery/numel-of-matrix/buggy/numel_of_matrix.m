grid = zeros(4, 5);
for k = 1:numel(grid)
  grid(:, k) = grid(:, k) + k;  %? error[index-out-of-bounds]
end
