counts = [3 1 4];
hours = [1 2 2];
rate = counts ./ hours;
