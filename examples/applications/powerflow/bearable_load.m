function [factor, lowest] = bearable_load (network, options)
  % Bisects for the largest load for which there is a solution.

  factor = 1;
  failing = 8;
  lowest = NaN;
  while failing - factor > 1e-3
    middle = (factor + failing) / 2;
    solution = newton (scaled_load (network, middle), options);
    if solution.converged && min (abs (solution.voltage)) > 0.5
      factor = middle;
      lowest = min (abs (solution.voltage));
    else
      failing = middle;
    end
  end
end
