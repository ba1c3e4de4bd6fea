function I = applyMap(L, map)
  [m, n] = size(L);
  I = zeros(m, n, 3);
  for i = 1:m
    for j = 1:n
      I(i, j, :) = map(L(i, j) + 1, :, :);
    end
  end
  I = I(:, :, 1) + I(:, :, 2) + I(:, :, 3);
end
