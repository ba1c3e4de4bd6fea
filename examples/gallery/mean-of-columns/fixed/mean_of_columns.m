samples = rand(5, 3);
center = mean(samples)';
projected = samples * center;
