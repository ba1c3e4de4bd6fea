function u = heatSteps(u, r, steps)
  u = u(:);
  n = numel(u);
  for t = 1:steps
    d2 = u(3:n) - 2*u(2:n-1) + u(1:n-2);
    u(2:n-1) = u(2:n-1) + r*d2;
  end
end
