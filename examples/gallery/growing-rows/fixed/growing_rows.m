table = [];
row = [1 2 3];
table = [table; row];
row = [4 5 0];
table = [table; row];
