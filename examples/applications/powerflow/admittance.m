function Y = admittance (network)
  % The matrix of admittances between the buses.

  n = numel (network.kind);
  Y = zeros (n);
  for k = 1:numel (network.from)
    i = network.from(k);
    j = network.to(k);
    y = 1 / network.impedance(k);
    half = 0.5i * network.charging(k);
    Y(i, i) = Y(i, i) + y + half;
    Y(j, j) = Y(j, j) + y + half;
    Y(i, j) = Y(i, j) - y;
    Y(j, i) = Y(j, i) - y;
  end
end
