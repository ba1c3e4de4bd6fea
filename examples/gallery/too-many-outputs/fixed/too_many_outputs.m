function too_many_outputs()
  low = range_of([3 1 2]);
  disp(low);
end
function low = range_of(x)
  low = min(x);
end
