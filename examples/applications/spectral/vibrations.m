function vibrations (n)
  % The frequencies of a string are known: how many of them come out right?

  [D, x] = chebyshev (n);
  second = D * D;
  inner = 2:n;
  values = sort (-eig (second(inner, inner)));
  wanted = ((1:numel (values))' * pi / 2) .^ 2;
  ratio = real (values) ./ wanted;
  right = abs (ratio - 1) < 1e-4;
  first_wrong = find (~right, 1);
  printf ('%d of %d to four places, the first', first_wrong - 1, numel (values));
  printf (' %.4f', sqrt (values(1:4)));
  printf ('\nof %d points %d lie within 0.5 of the middle\n', numel (x), sum (abs (x) < 0.5));
end
