function result = bilateral_filter (image, radius, sigma, range)
  % A bell over the neighbourhood in which pixels count less that are of another grey.

  wide = padded (image, radius);
  [height, width] = size (image);
  total = zeros (height, width);
  weights = zeros (height, width);
  for dy = -radius:radius
    for dx = -radius:radius
      part = wide((1:height) + radius + dy, (1:width) + radius + dx);
      near = exp (-(dx ^ 2 + dy ^ 2) / (2 * sigma ^ 2));
      weight = near * exp (-(part - image) .^ 2 / (2 * range ^ 2));
      total += weight .* part;
      weights += weight;
    end
  end
  result = total ./ weights;
end
