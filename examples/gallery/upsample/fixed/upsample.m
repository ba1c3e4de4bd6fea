x = rand(1, 8);
y = repmat(x, 1, 2);
mixed = x + y(1:8);
