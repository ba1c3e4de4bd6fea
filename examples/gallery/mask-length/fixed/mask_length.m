x = 1:5;
picked = x(logical([0 0 0 0 1]));
