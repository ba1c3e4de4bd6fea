A = [1 0.1; 0 1];
B = [0; 0.1];
x = [0 0];
x = A * x + B;  %? error[inner-extent]
