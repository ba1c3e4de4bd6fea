pixels = zeros(640, 3);
image = reshape(pixels, 32, 20, 3);
