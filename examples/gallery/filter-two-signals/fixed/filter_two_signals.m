left = zeros(1, 441);
right = zeros(1, 441);
mono = (left + right) / 2;
