x = 1:10;
half = x(1:2.5:10);  %? error[invalid-index]
