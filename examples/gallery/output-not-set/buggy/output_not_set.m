function output_not_set()
  [low, high] = limits([3 1 2]);  %? error[missing-value]
  printf("%g %g\n", low, high);
end
function [low, high] = limits(x)
  low = min(x);
end
