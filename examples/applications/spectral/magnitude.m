function text = magnitude (number)
  % The power of ten just above a number; what is rounding is not told apart.

  if number < 1e-9
    text = 'below 1e-9';
  else
    text = sprintf ('below 1e%+d', ceil (log10 (number)));
  end
end
