M = zeros(5, 2);
values = linspace(0, 1, 4);
M(:, 1) = values;  %? error[assignment-count]
