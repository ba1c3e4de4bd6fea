values = sort([3 1 4 1 5 9 2]);
middle = values(numel(values) / 2);  %? error[invalid-index]
