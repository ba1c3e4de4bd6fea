canvas = zeros(10, 10);
patch = ones(4, 3);
canvas(2:5, 2:4) = patch;
