weights = rand(4, 3);
sums = sum(weights, 2);
scaled = weights ./ sums;
