function kernel = gauss_kernel (radius, sigma)
  % The weights of a bell whose sum is one.

  [x, y] = meshgrid (-radius:radius);
  kernel = exp (-(x .^ 2 + y .^ 2) / (2 * sigma ^ 2));
  kernel = kernel / sum (kernel(:));
end
