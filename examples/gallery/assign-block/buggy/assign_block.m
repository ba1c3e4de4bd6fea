canvas = zeros(10, 10);
patch = ones(3, 4);
canvas(2:5, 2:4) = patch;  %? error[assignment-count]
