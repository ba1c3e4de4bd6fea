function y = column (x)
  y = x(:);
end
