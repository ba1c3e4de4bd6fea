x = 1:12;
M = reshape(x, 5, 3);  %? error[reshape-count]
