x = 1:5;
y = numel(x);
