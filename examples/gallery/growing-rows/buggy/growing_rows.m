table = [];
row = [1 2 3];
table = [table; row];
row = [4 5];
table = [table; row];  %? error[concatenation]
