function C = circulant(c)
  c = c(:);
  n = numel(c);
  C = zeros(n, n);
  for k = 1:n
    C(:, k) = [c(n-k+2:n); c(1:n-k)]; %? bug
  end
end
