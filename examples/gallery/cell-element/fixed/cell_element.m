pairs = {3, 'x'};
y = pairs{1} + 1;
