function B = broydenUpdate(B, s, y)
  s = s(:); y = y(:);
  r = y - B*s;
  B = B + (r*s') / (s'*s);
end
