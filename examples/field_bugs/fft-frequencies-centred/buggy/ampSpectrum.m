function [f, A] = ampSpectrum(x, fs)
  x = x(:);
  n = length(x);
  A = abs(fft(x)) / n;
  f = (0:n)' * fs / n; %? bug
  A = A .* (f < fs/2); %? bug
end
