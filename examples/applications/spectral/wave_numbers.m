function k = wave_numbers (n)
  % The wave numbers in the order in which fft has them.

  k = [0:n / 2 - 1, 0, -n / 2 + 1:-1]';
end
