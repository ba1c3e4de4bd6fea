M = magic(4);
M = M(:, 1:3);
[rows, columns] = size(M);
trace = 0;
for i = 1:rows
  trace = trace + M(i, i);  %? error[index-out-of-bounds]
end
