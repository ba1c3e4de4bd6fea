function derivative = fourier_derivative (values, order)
  % The derivative of a function on the circle, from its values.

  k = wave_numbers (numel (values));
  derivative = real (ifft ((1i * k) .^ order .* fft (values)));
end
