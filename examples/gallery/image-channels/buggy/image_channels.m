red = zeros(32, 48);
green = ones(32, 48);
blue = ones(48, 32);
picture = [red; green; blue];  %? error[concatenation]
disp(size(picture));
