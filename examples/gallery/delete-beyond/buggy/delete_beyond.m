list = 1:5;
list(7) = [];  %? error[deletion]
