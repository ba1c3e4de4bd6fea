function m = windowMean(x, w)
  x = x(:);
  n = length(x);
  m = zeros(n - w + 1, 1);
  for i = 1:n
    m(i) = mean(x(i:i+w-1)); %? bug
  end
end
