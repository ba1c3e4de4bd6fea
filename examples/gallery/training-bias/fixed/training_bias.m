X = rand(50, 3);
theta = zeros(4, 1);
h = [ones(50, 1) X] * theta;
