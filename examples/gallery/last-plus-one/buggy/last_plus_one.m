queue = [5 6 7];
next = queue(end + 1);  %? error[index-out-of-bounds]
