A = [2 1 0; 1 3 1];
b = [1; 2; 3];
x = A \ b;  %? error[inner-extent]
