function show_buses (network, solution)
  % A table of voltages and powers.

  if ~solution.converged
    printf ('no solution after %d iterations\n', solution.iterations);
    return
  end
  names = {'load', 'generator', 'slack'};
  power = (solution.power + network.load) * network.base;
  printf ('%4s  %-9s  %8s  %8s  %9s  %9s\n', 'bus', 'kind', 'V', 'angle', 'P', 'Q');
  for k = 1:numel (network.kind)
    voltage = solution.voltage(k);
    degrees = arg (voltage) * 180 / pi;
    printf ('%4d  %-9s  %8.4f  %8.3f', k, names{network.kind(k)}, abs (voltage), degrees);
    if network.kind(k) == 1
      printf ('  %9s  %9s\n', '-', '-');
    else
      printf ('  %9.2f  %9.2f\n', real (power(k)), imag (power(k)));
    end
  end
  losses = sum (solution.power) * network.base;
  printf ('losses %.3f MW, %.3f Mvar after %d iterations\n', ...
          real (losses), imag (losses), solution.iterations);
end
