readings = rand(3, 8);
for k = 1:rows(readings)
  disp(readings(k, 1));
end
