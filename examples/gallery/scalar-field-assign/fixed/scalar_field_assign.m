result = zeros(1, 3);
stats = [mean(1:5) std(1:5)];
result(1:2) = stats;
