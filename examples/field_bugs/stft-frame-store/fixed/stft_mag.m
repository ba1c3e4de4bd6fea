function [S, tc] = stft_mag (x, nwin, hop)
  ## magnitude of the short-time Fourier transform, a row for each frame
  x = x(:);
  nfrm = floor ((numel (x) - nwin) / hop) + 1;
  w = 0.5 - 0.5 * cos (2 * pi * (0:nwin-1)' / nwin);

  S = zeros (nfrm, nwin/2 + 1);
  tc = zeros (nfrm, 1);
  for k = 1:nfrm
    i0 = (k-1) * hop;
    F = fft (x(i0+1:i0+nwin) .* w);
    S(k,:) = abs (F(1:nwin/2+1));
    tc(k) = i0 + nwin/2;
  endfor
endfunction
