A = magic(4);
A(2, 3) = [];  %? error[deletion]
