function result = convolve (image, kernel)
  % The image convolved with a kernel of odd size.

  margin = (size (kernel, 1) - 1) / 2;
  result = conv2 (padded (image, margin), kernel, 'valid');
end
