prices = [3.5 2.0 8.25];
amounts = [2 10 1];
total = prices * amounts;  %? error[inner-extent]
disp(total);
