x = 1:4;
y = 1:6;
[X, Y] = meshgrid(x, y);
Z = zeros(4, 6);
Z = Z + X .* Y;  %? error[elementwise-operands]
