function X = simulate(A, x0, steps)
  n = numel(x0);
  X = zeros(n, steps);
  x = x0(:);
  X(:, 1) = x;
  for k = 1:steps
    x = A * x;
    X(:, k) = x;
  end
  t = 0:steps;
  X = [t(2:end); X];
end
