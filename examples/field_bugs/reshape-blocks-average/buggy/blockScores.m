function z = blockScores(x, b)
  x = x(:);
  n = floor(numel(x) / b);
  X = reshape(x(1:n*b), b, n);
  m = mean(X, 2); %? bug
  z = X - repmat(m, b, 1); %? bug
end
