count = 5;
n = count;
