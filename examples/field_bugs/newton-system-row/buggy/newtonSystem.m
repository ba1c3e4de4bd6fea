function x = newtonSystem(F, J, x, steps)
  x = x(:);
  n = numel(x);
  for k = 1:steps
    r = zeros(1, n);
    v = F(x);
    for i = 1:n
      r(i) = v(i);
    end
    x = x - J(x) \ r; %? missed bug
  end
end
