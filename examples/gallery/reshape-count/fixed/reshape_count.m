x = 1:12;
M = reshape(x, 4, 3);
