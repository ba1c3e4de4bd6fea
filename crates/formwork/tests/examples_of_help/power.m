function y = power (x, n)
  y = 1;
  for k = 1:n
    y = y * x;
  end
end
