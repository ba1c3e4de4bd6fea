function y = tableau_step (A, b, c, f, t, y, h)
  % A step of an explicit method of Runge and Kutta that is given by its tableau.
  s = numel (b);
  K = zeros (numel (y), s);
  for k = 1:s
    z = y;
    for j = 1:k - 1
      if A(k, j) != 0
        z = z + h * A(k, j) * K(:, j);
      end
    end
    K(:, k) = f (t + c(k) * h, z);
  end
  for k = 1:s
    y = y + h * b(k) * K(:, k);
  end
end
