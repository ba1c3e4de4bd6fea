function matrix = one_hot (classes, count)
  % A column with a one in the row of each class.

  matrix = zeros (count, numel (classes));
  matrix(sub2ind (size (matrix), classes, 1:numel (classes))) = 1;
end
