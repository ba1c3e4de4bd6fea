data = [4 8 15 16 23 42];
steps = 1:length(data)-1;
averages = cumsum(data) ./ steps;  %? error[elementwise-operands]
