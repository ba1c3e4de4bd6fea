v = 10:10:50;
total = 0;
for i = 0:4
  total = total + v(i);  %? error[invalid-index]
end
disp(total);
