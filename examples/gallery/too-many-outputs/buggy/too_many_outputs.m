function too_many_outputs()
  [low, high] = range_of([3 1 2]);  %? error[output-count]
  disp(low);
end
function low = range_of(x)
  low = min(x);
end
