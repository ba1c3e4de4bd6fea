function small = shrink (image, factor)
  % The means of squares of pixels.

  [height, width] = size (image);
  blocks = reshape (image, factor, height / factor, factor, width / factor);
  small = squeeze (mean (mean (blocks, 1), 3));
end
