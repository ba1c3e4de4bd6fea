function image = padded (image, margin)
  % The image with its borders repeated.

  rows = [ones(1, margin), 1:size(image, 1), size(image, 1) * ones(1, margin)];
  columns = [ones(1, margin), 1:size(image, 2), size(image, 2) * ones(1, margin)];
  image = image(rows, columns);
end
