a = zeros(2, 3);
b = ones(3, 2);
stack = cat(3, a, b);  %? error[reshape-count]
