queue = [5 6 7];
next = queue(end);
