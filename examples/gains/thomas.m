function x = thomas (lower, main, upper, d)
  % Solves a tridiagonal system.
  n = numel (main);
  for k = 2:n
    w = lower(k - 1) / main(k - 1);
    main(k) = main(k) - w * upper(k - 1);
    d(k) = d(k) - w * d(k - 1);
  end
  x = zeros (1, n);
  x(n) = d(n) / main(n);
  for k = n - 1:-1:1
    x(k) = (d(k) - upper(k) * x(k + 1)) / main(k);
  end
end
