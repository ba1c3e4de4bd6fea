function integrals ()
  % The rule of Clenshaw and Curtis, by weights and by a solved matrix.

  functions = {@(x) abs(x) .^ 3, @(x) exp(-x .^ -2), @(x) 1 ./ (1 + x .^ 2), @(x) x .^ 10};
  values = [0.5, 2 * (exp (-1) + sqrt (pi) * (erf (1) - 1)), pi / 2, 2 / 11];
  for k = 1:numel (functions)
    printf ('%d:', k);
    for n = [6 12 24]
      [x, w] = clenshaw_curtis (n);
      f = functions{k} (x);
      f(isnan (f)) = 0;
      printf (' %s', magnitude (abs (w * f - values(k))));
    end
    printf ('\n');
  end
end

function [x, w] = clenshaw_curtis (n)
  theta = pi * (0:n)' / n;
  x = cos (theta);
  w = zeros (1, n + 1);
  inner = 2:n;
  v = ones (n - 1, 1);
  w([1, n + 1]) = 1 / (n ^ 2 - 1);
  for k = 1:n / 2 - 1
    v = v - 2 * cos (2 * k * theta(inner)) / (4 * k ^ 2 - 1);
  end
  v = v - cos (n * theta(inner)) / (n ^ 2 - 1);
  w(inner) = 2 * v' / n;
end
