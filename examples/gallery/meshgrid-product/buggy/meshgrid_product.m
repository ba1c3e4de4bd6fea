[X, Y] = meshgrid(0:0.5:2, 0:0.25:3);
R = sqrt(X^2 + Y^2);  %? error[inner-extent]
