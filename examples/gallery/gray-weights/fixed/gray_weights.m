image = rand(20, 30, 3);
weights = [0.299; 0.587; 0.114];
pixels = reshape(image, 20*30, 3);
gray = pixels * weights;
gray = reshape(gray, 20, 30);
