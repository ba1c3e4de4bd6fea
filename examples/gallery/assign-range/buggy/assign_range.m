x = zeros(1, 10);
x(3:7) = [1 2 3 4];  %? error[assignment-count]
