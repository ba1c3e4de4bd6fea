function too_many_arguments()
  disp(scaled(2, 3, 4));  %? error[argument-count]
end
function y = scaled(x, factor)
  y = x * factor;
end
