x = 1:5;
y = numel();  %? error[argument-count]
