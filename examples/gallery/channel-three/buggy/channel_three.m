picture = rand(16, 16);
red = picture(:, :, 1);
blue = picture(:, :, 3);  %? error[index-out-of-bounds]
