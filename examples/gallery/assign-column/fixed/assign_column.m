M = zeros(5, 2);
values = linspace(0, 1, 5);
M(:, 1) = values;
