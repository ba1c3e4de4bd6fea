M = magic(4);
M = M(:, 1:3);
[rows, columns] = size(M);
trace = 0;
for i = 1:columns
  trace = trace + M(i, i);
end
