function K = kronBlocks(A, B)
  [m, n] = size(A);
  [p, q] = size(B);
  K = zeros(m*p, n*q);
  for i = 1:m
    for j = 1:n
      K((i-1)*p + (1:p), (j-1)*q + (1:q)) = A(i, j) * B;
    end
  end
end
