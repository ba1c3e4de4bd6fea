function G = greyOf(I)
  % I: m x n x 3 picture
  [m, n, k] = size(I);
  w = [0.299; 0.587; 0.114];
  P = reshape(I, m*n, k);
  g = w * P; %? bug
  G = reshape(g, m, n);
end
