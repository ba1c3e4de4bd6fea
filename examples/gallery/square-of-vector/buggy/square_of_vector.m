v = [1 2 3 4];
energy = sum(v^2);  %? error[inner-extent]
