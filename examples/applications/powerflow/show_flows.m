function show_flows (network, solution)
  % A table of what flows through the branches, the most heavily loaded first.

  [sent, received] = branch_flows (network, solution.voltage);
  loading = max (abs (sent), abs (received)) * network.base;
  [~, order] = sort (loading, 'descend');
  printf ('%8s  %9s  %9s  %9s\n', 'branch', 'P', 'Q', 'loss');
  for k = order'
    name = sprintf ('%d-%d', network.from(k), network.to(k));
    flow = sent(k) * network.base;
    loss = real (sent(k) + received(k)) * network.base;
    printf ('%8s  %9.2f  %9.2f  %9.3f\n', name, real (flow), imag (flow), abs (loss));
  end
end
