x = 1:4;
y = 1:6;
[X, Y] = meshgrid(x, y);
Z = zeros(6, 4);
Z = Z + X .* Y;
