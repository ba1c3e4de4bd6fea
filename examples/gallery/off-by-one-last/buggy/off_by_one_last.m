x = [1 4 9 16 25];
d = zeros(1, 5);
for i = 1:5
  d(i) = x(i+1) - x(i);  %? error[index-out-of-bounds]
end
