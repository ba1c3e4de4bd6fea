%% Data
a = ones (3, 4);
w = (1:3)';
squares = [];
for k = 1:10
  squares(end + 1) = k ^ 2;
end

%% Work
y = scale_rows (a, w);
z = scale_rows (2 * a, [1; 2; 3]);
total = sum (squares);
printf ("%d\n", total);
c = a * y;
