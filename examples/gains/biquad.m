function y = biquad (b, a, x)
  % A recursive filter of second order in direct form, with normalized coefficients.
  order = max (numel (a), numel (b)) - 1;
  state = zeros (1, order);
  b = b / a(1);
  a = a / a(1);
  y = zeros (size (x));
  for k = 1:numel (x)
    y(k) = b(1) * x(k) + state(1);
    for j = 1:order - 1
      state(j) = b(j + 1) * x(k) + state(j + 1) - a(j + 1) * y(k);
    end
    state(order) = b(order + 1) * x(k) - a(order + 1) * y(k);
  end
end
