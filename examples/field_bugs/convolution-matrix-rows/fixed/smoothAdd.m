function y = smoothAdd(x, h)
  x = x(:); h = h(:);
  y = conv(x, h);
  y = y(1:numel(x)) + x;
end
