function [f, A] = ampSpectrum(x, fs)
  x = x(:);
  n = length(x);
  A = abs(fft(x)) / n;
  f = (0:n-1)' * fs / n;
  A = A .* (f < fs/2);
end
