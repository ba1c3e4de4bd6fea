pixels = zeros(640, 3);
image = reshape(pixels, 32, 24, 3);  %? error[reshape-count]
