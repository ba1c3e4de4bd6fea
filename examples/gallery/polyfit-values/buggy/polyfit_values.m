x = 1:10;
p = polyfit(x, x.^2, 2);
error = x.^2 - p;  %? error[elementwise-operands]
