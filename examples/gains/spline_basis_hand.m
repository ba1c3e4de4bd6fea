function b = spline_basis_hand (x)
  b0 = double (x >= 0 && x < 1);
  b1 = double (x >= 1 && x < 2);
  b2 = double (x >= 2 && x < 3);
  c0 = 0 + (x - 0) / 1 * b0 + (2 - x) / 1 * b1;
  c1 = 0 + (x - 1) / 1 * b1 + (3 - x) / 1 * b2;
  b = 0 + (x - 0) / 2 * c0 + (3 - x) / 2 * c1;
end
