function image = equalise (image)
  % Spreads the greys so that each is as frequent as any other.

  counts = accumarray (round (image(:)) + 1, 1, [256, 1]);
  share = cumsum (counts) / numel (image);
  image = reshape (255 * share(round (image(:)) + 1), size (image));
end
