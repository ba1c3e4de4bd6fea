function [pw, f, S] = bandpow(x, fs, band)
  % [pw, f, S] = bandpow(x, fs, band)
  % power of x in the frequency band [lo hi], by integrating the
  % one-sided periodogram

  x = x(:) - mean(x(:));
  n = length(x);
  if mod(n,2) == 1
    x(end) = [];
    n = n - 1;
  end

  Y = fft(x);
  S = abs(Y(1:n/2+1)).^2/(n*fs);
  S(2:end-1) = 2*S(2:end-1);
  f = linspace(0, fs/2, n/2)'; %? bug

  if nargin < 3
    band = [0 fs/2];
  end
  S(f < band(1)) = 0;
  S(f > band(2)) = 0;
  pw = trapz(f, S); %? bug
end
