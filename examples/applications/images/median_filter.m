function result = median_filter (image, radius)
  % The median of the neighbourhood of each pixel.

  wide = padded (image, radius);
  [height, width] = size (image);
  count = (2 * radius + 1) ^ 2;
  stack = zeros (height, width, count);
  layer = 0;
  for dy = 0:2 * radius
    for dx = 0:2 * radius
      layer = layer + 1;
      stack(:, :, layer) = wide(1 + dy:height + dy, 1 + dx:width + dx);
    end
  end
  result = median (stack, 3);
end
