red = zeros(32, 48);
green = ones(32, 48);
blue = ones(32, 48);
picture = [red; green; blue];
disp(size(picture));
