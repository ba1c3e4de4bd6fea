a = zeros(2, 3);
b = ones(2, 3);
stack = cat(3, a, b);
