picture = rand(16, 16, 3);
red = picture(:, :, 1);
blue = picture(:, :, 3);
