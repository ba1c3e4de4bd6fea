v = 10:10:50;
total = 0;
for i = 1:5
  total = total + v(i);
end
disp(total);
