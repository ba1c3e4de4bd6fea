X = rand(50, 3);
theta = zeros(4, 1);
h = X * theta;  %? error[inner-extent]
