function b = spline_basis (knots, i, p, x)
  % The B-spline of degree p that begins at knot i, by the recursion of Cox and de Boor.
  if p == 0
    b = double (x >= knots(i) && x < knots(i + 1));
    return;
  end
  b = 0;
  left = knots(i + p) - knots(i);
  right = knots(i + p + 1) - knots(i + 1);
  if left > 0
    b = b + (x - knots(i)) / left * spline_basis (knots, i, p - 1, x);
  end
  if right > 0
    b = b + (knots(i + p + 1) - x) / right * spline_basis (knots, i + 1, p - 1, x);
  end
end
