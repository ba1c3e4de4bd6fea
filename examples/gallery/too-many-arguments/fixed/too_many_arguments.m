function too_many_arguments()
  disp(scaled(2, 3));
end
function y = scaled(x, factor)
  y = x * factor;
end
