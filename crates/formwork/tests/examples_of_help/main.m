x = (1:5)';
c = fit (x, 2 * x + 1);
total = 0;
for k = 1:1000
  total = total + square (k);
end
printf ("%g %g %g\n", c, total);
