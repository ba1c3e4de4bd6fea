values = sort([3 1 4 1 5 9 2]);
middle = values(ceil(numel(values) / 2));
