function report_quality (name, wanted, image)
  % The mean squared error of an image, and the same in decibels.

  error_now = mean ((wanted(:) - image(:)) .^ 2);
  printf ('%-10s %8.2f %8.2f\n', name, error_now, 10 * log10 (255 ^ 2 / error_now));
end
