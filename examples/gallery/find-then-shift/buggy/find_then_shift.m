x = [0 1 0 1];
idx = [2 4];
next = x(idx + 1);  %? error[index-out-of-bounds]
