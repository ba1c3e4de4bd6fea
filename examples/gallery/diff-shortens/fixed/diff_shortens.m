x = linspace(0, 10, 50);
y = sin(x);
slope = diff(y) ./ diff(x);
residual = slope - cos(x(1:end-1));
