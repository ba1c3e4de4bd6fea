function y = scale_rows (a, w)
  % Multiplies each row of a matrix by its weight.
  y = a .* w;
end
