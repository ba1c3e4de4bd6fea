function [a, b] = realRoots(p)
  d = p(2)^2 - 4*p(1)*p(3);
  if d < 0
    a = NaN; 
    b = NaN; return
  end
  a = (-p(2) + sqrt(d)) / (2*p(1));
  b = (-p(2) - sqrt(d)) / (2*p(1));
end
