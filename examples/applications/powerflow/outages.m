function outages (network, options)
  % What becomes of the voltages if one branch is missing. Those that only a generator hangs on
  % are left alone.

  degree = accumarray ([network.from; network.to], 1);
  limits = [0.95, 1.05];
  for k = 1:numel (network.from)
    ends = [network.from(k), network.to(k)];
    name = sprintf ('%d-%d', ends);
    if any (degree(ends) == 1)
      printf ('%-5s  feeds a bus alone\n', name);
      continue
    end
    solution = newton (without_branch (network, k), options);
    if ~solution.converged
      printf ('%-5s  no solution\n', name);
      continue
    end
    magnitude = abs (solution.voltage);
    [lowest, bus] = min (magnitude);
    outside = find (magnitude < limits(1) | magnitude > limits(2));
    if isempty (outside)
      remark = 'all voltages within limits';
    else
      remark = ['outside of limits:', sprintf(' %d', outside)];
    end
    printf ('%-5s  lowest %.4f at bus %d, %s\n', name, lowest, bus, remark);
  end
end

function network = without_branch (network, k)
  network.from(k) = [];
  network.to(k) = [];
  network.impedance(k) = [];
  network.charging(k) = [];
end
