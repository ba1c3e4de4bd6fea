function y = fir_filter (h, x)
  % A filter with finite response: the taps in h, the signal in the row x.
  n = numel (x);
  y = zeros (1, n);
  for k = numel (h):n
    s = 0;
    for j = 1:numel (h)
      s = s + h(j) * x(k - j + 1);
    end
    y(k) = s;
  end
end
