X = rand (100, 3);
y = X * [1; 2; 3];
Z = X - mean (X);
C = Z * Z' / 100;
w = (C + 0.1 * eye (3)) \ (Z' * y);
