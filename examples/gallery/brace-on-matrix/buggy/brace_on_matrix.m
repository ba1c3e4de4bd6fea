data = [10 20 30];
first = data{1};  %? error[class-mismatch]
