readings = rand(3, 8);
for k = 1:length(readings)
  disp(readings(k, 1));  %? error[index-out-of-bounds]
end
