function I = simpsonRule(f, a, b, n)
  % n: an even number of intervals
  x = linspace(a, b, n + 1);
  y = f(x);
  w = 2*ones(1, n); %? missed bug
  w(2:2:end) = 4;
  w(1) = 1;
  w(end) = 1;
  I = (b - a)/(3*n) * sum(w .* y); %? missed bug
end
