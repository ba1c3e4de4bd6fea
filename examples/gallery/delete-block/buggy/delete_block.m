M = ones(4, 4);
M(1:2, 1:2) = [];  %? error[deletion]
