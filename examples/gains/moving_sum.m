function y = moving_sum (window, x)
  % Sums over a window of weights around each element, less at the ends.
  n = numel (x);
  half = (numel (window) - 1) / 2;
  y = zeros (1, n);
  for k = 1:n
    s = 0;
    for j = -half:half
      if k + j >= 1 && k + j <= n
        s = s + window(j + half + 1) * x(k + j);
      end
    end
    y(k) = s;
  end
end
