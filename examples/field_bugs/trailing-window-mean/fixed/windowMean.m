function m = windowMean(x, w)
  x = x(:);
  n = length(x);
  m = zeros(n - w + 1, 1);
  for i = 1:n
    m(min(i, n-w+1)) = mean(x(min(i, n-w+1):min(i, n-w+1)+w-1));
  end
end
