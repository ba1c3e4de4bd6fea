function c = fit (x, y)
  % The straight line through points: c(1) + c(2)*x.
  A = [ones(numel (x), 1), x(:)];
  c = A \ y(:);
end
