x = [2 7 1 8 2 8];
s = zeros(1, 6);
for k = 2:6
  s(k) = x(k-1) + x(k);
end
