data = [4 8 15 16 23 42];
steps = 1:length(data);
averages = cumsum(data) ./ steps;
