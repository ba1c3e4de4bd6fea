function q = gauss_rule (f, a, b, n)
  % Quadrature of Gauss and Legendre with n points on [a, b].
  switch n
    case 1
      t = 0;
      w = 2;
    case 2
      t = [-1, 1] / sqrt (3);
      w = [1, 1];
    case 3
      t = [-1, 0, 1] * sqrt (3 / 5);
      w = [5, 8, 5] / 9;
    otherwise
      error ('gauss_rule: no rule with %d points', n);
  end
  half = (b - a) / 2;
  middle = (a + b) / 2;
  q = 0;
  for k = 1:n
    q = q + w(k) * f (middle + half * t(k));
  end
  q = half * q;
end
